let endpoint = '/pgw';

/** The endpoint for elements without an `endpoint` attribute. */
export function getDefaultEndpoint(): string {
  return endpoint;
}

/**
 * Sets the default endpoint to the directory of the script that a script tag loaded. Does nothing if the
 * script has another origin than the page, so that orders are never sent to a CDN.
 */
export function setScriptUrl(url: string): void {
  const { origin } = location;
  if (!url.startsWith(`${origin}/`)) return;
  // Both /pgw/checkout.js and the file that it loads, such as /pgw/checkout/core-1a2b3c4d.mjs, result in /pgw.
  endpoint = url.slice(origin.length).replace(/\/(checkout\/(core|legacy)-)?[^/?#]*([?#].*)?$/, '');
}
