let endpoint = '/pgw';

/** The endpoint for elements without an `endpoint` attribute. */
export function getDefaultEndpoint(): string {
  return endpoint;
}

/** The path of a file of the elements in their directory. An optimizer gives a file that it combines another name. */
const ownFile = /\/(checkout\/(core|legacy)-[^/?#]*|checkout\.m?js)([?#].*)?$/;

/** The directory of the script, such as /pgw for /pgw/checkout.mjs. Only of this origin: no order is sent to a CDN. */
export function setScriptUrl(url: string | null): void {
  const { origin } = location;
  if (url?.startsWith(`${origin}/`) && ownFile.test(url))
    endpoint = url.slice(origin.length).replace(ownFile, '');
}
