// Replacements for APIs that old targets lack. The build injects them into our code only: each has what the elements need, which is
// less than the standard, so the globals of the page are not changed. core-js has none of them.

/** Before Chrome 66 there is no AbortController. */
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

const native = window.AbortController;
export const AbortController = native || MinimalAbortController;

/** Before Chrome 72 the default was to send no cookies; before Chrome 66 a request could not be aborted. */
export function fetch(url, { signal, ...init } = {}) {
  const request = { credentials: 'same-origin', ...init };
  if (native) return window.fetch(url, signal ? { ...request, signal } : request);
  const aborted = new Promise((_, reject) => {
    const abort = () => reject(new Error('The request was aborted.'));
    if (signal && signal.aborted) abort();
    else if (signal) signal.addEventListener('abort', abort);
  });
  return Promise.race([window.fetch(url, request), aborted]);
}

/** Before Chrome 74 and Safari 14 there is no Intl.Locale. The elements read the canonical tag and the script of a language. */
class MinimalLocale {
  constructor(tag) {
    this.baseName = Intl.getCanonicalLocales(tag)[0];
  }

  maximize() {
    const [language] = this.baseName.split('-');
    const script = /^(ar|fa|ur|ps|sd|ug|ckb)$/.test(language) ? 'Arab' : /^(he|yi)$/.test(language) && 'Hebr';
    return { script: script || undefined };
  }
}

export const Locale = Intl.Locale || MinimalLocale;
