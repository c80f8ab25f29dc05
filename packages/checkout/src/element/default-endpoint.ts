let endpoint = '/pgw';

/** The endpoint for elements without an `endpoint` attribute. */
export function getDefaultEndpoint(): string {
  return endpoint;
}

/** The path of a file of the elements in their directory. An optimizer gives a file that it combines another name. */
const ownFile = /\/(checkout\/(core|legacy)-[^/?#]*|checkout\.m?js)([?#].*)?$/;

/**
 * Sets the default endpoint to the directory of the script that a script tag loaded: /pgw for /pgw/checkout.mjs
 * and for /pgw/checkout/core-1a2b3c4d.mjs. Does nothing if the script was not loaded from a file of its own, or
 * has another origin than the page, so that orders are never sent to a CDN.
 */
export function setScriptUrl(url: string | null): void {
  const { origin } = location;
  if (url?.startsWith(`${origin}/`) && ownFile.test(url))
    endpoint = url.slice(origin.length).replace(ownFile, '');
}
