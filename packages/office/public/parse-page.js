// With Trusted Types, a browser parses text as HTML only through a named policy.
const policy = globalThis.trustedTypes?.createPolicy('pgw-office', { createHTML: (html) => html });

/**
 * Parses a page from the shop's own server. Scripts in the page do not run, and its images are not loaded.
 */
export function parsePage(html) {
  return new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html');
}
