/**
 * Adds the reference to the URL of the order page. The parameter is `payment`, or `pgw-payment` if the URL has one
 * of both, and the last one of its name. `<pgw-payment-status>` reads the last `pgw-payment`, or else the last
 * `payment`.
 */
export function addReference(orderUrl: string, reference: string): string {
  const fragmentStart = orderUrl.indexOf('#');
  const address = fragmentStart === -1 ? orderUrl : orderUrl.slice(0, fragmentStart);
  const fragment = orderUrl.slice(address.length);
  const queryStart = address.indexOf('?');
  const query = queryStart === -1 ? '' : address.slice(queryStart + 1);
  const parameters = new URLSearchParams(query);
  const name = parameters.has('payment') || parameters.has('pgw-payment') ? 'pgw-payment' : 'payment';
  const separator = queryStart === -1 ? '?' : query === '' || query.endsWith('&') ? '' : '&';
  return `${address}${separator}${name}=${encodeURIComponent(reference)}${fragment}`;
}
