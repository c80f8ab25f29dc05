// Pages under Trusted Types take no text as markup but from a policy that they name: this one reads our own server's pages.
const own = globalThis.trustedTypes?.createPolicy('rimba-coffee', { createHTML: (html) => html });

/** A page that our own server has sent, as a document: nothing in it runs or is fetched. */
export function parsePage(html) {
  return new DOMParser().parseFromString(own?.createHTML(html) ?? html, 'text/html');
}
