/**
 * Adds the reference of a payment to the URL of the shop's order page, before the fragment. The parameter is
 * `payment`, or `ReferenceCode` when the URL has its own parameter `payment`. `<pgw-payment-status>` reads both.
 */
export function addReference(orderUrl: string, reference: string): string {
  const fragmentStart = orderUrl.indexOf('#');
  const address = fragmentStart === -1 ? orderUrl : orderUrl.slice(0, fragmentStart);
  const fragment = orderUrl.slice(address.length);
  const queryStart = address.indexOf('?');
  const query = queryStart === -1 ? '' : address.slice(queryStart + 1);
  const name = new URLSearchParams(query).has('payment') ? 'ReferenceCode' : 'payment';
  const separator = queryStart === -1 ? '?' : query === '' || query.endsWith('&') ? '' : '&';
  return `${address}${separator}${name}=${encodeURIComponent(reference)}${fragment}`;
}
