// Replacements for APIs that old browsers do not have. core-js has none of them. Each one implements only
// what the elements need. The build injects them into our code and does not change the globals of the page.

/**
 * Chrome before 66 has no AbortController. The signal is an element, because some of these browsers cannot
 * construct an EventTarget.
 */
class MinimalAbortController {
  constructor() {
    this.signal = document.createElement('i');
    this.signal.aborted = false;
  }

  abort() {
    if (this.signal.aborted) return;
    this.signal.aborted = true;
    this.signal.dispatchEvent(new Event('abort'));
  }
}

const NativeAbortController = window.AbortController;
export const AbortController = NativeAbortController || MinimalAbortController;

/** Chrome before 72 sends no cookies by default. Chrome before 66 cannot abort a request. */
export function fetch(url, { signal, ...init } = {}) {
  const request = { credentials: 'same-origin', ...init };
  if (NativeAbortController) return window.fetch(url, signal ? { ...request, signal } : request);
  const aborted = new Promise((_, reject) => {
    const abort = () => reject(new Error('The request was aborted.'));
    if (signal && signal.aborted) abort();
    else if (signal) signal.addEventListener('abort', abort);
  });
  return Promise.race([window.fetch(url, request), aborted]);
}

/**
 * Chrome before 74 and Safari before 14 have no Intl.Locale. The elements use it for the canonical tag and
 * the script of a language.
 */
class MinimalLocale {
  constructor(tag) {
    this.baseName = Intl.getCanonicalLocales(tag)[0];
  }

  maximize() {
    const [language] = this.baseName.split('-');
    if (/^(ar|fa|ur|ps|sd|ug|ckb)$/.test(language)) return { script: 'Arab' };
    return { script: /^(he|yi)$/.test(language) ? 'Hebr' : undefined };
  }
}

export const Locale = Intl.Locale || MinimalLocale;
