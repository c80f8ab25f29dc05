// In place of what an old target lacks, for this script alone: each does what the element needs of it, which is too little to
// be left to the page under the standard's name.

/** Chrome 64 and 65 know none, and no fetch that could be ended. */
class Aborting {
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
export const AbortController = native || Aborting;

/** Before Chrome 72 cookies were left out unless asked for. */
export function fetch(url, { signal, ...init } = {}) {
  const request = { credentials: 'same-origin', ...init };
  if (native) return window.fetch(url, signal ? { ...request, signal } : request);
  const ended = new Promise((_, reject) => {
    const end = () => reject(new Error('The request was ended.'));
    if (signal && signal.aborted) end();
    else if (signal) signal.addEventListener('abort', end);
  });
  return Promise.race([window.fetch(url, request), ended]);
}

/** Before Chrome 74 and Safari 14: only what finds a language and the way it is written. */
class PlainLocale {
  constructor(tag) {
    this.baseName = Intl.getCanonicalLocales(tag)[0];
  }

  maximize() {
    const [language] = this.baseName.split('-');
    const script = /^(ar|fa|ur|ps|sd|ug|ckb)$/.test(language) ? 'Arab' : /^(he|yi)$/.test(language) && 'Hebr';
    return { script: script || undefined };
  }
}

export const Locale = Intl.Locale || PlainLocale;
