// Under Trusted Types only a named policy can turn text into markup. This one parses pages of our own server.
const own = globalThis.trustedTypes?.createPolicy('rimba-coffee', { createHTML: (html) => html });

/** A page of our own server as a document. Its scripts do not run, and nothing is fetched. */
export function parsePage(html) {
  return new DOMParser().parseFromString(own?.createHTML(html) ?? html, 'text/html');
}
