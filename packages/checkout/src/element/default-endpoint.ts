let endpoint = '/pgw';

/** Where the shop's server responds if an element has no `endpoint` attribute. */
export function defaultEndpoint(): string {
  return endpoint;
}

/**
 * Sets the default endpoint to the directory of the script that a script tag loaded, if that is of the page's own origin.
 * Orders are never sent to a CDN.
 */
export function setScriptUrl(url: string): void {
  const { origin } = location;
  if (!url.startsWith(`${origin}/`)) return;
  // The files that the loader selects are in the directory `checkout` beside it.
  endpoint = url.slice(origin.length).replace(/\/(checkout\/(core|legacy)-)?[^/?#]*([?#].*)?$/, '');
}
