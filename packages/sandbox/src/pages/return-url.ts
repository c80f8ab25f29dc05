import type { GatewayProfile } from '@pgw/protocol';

/** Appends the reference and the transaction number (public clients). The query and the fragment are kept. */
export function toReturnUrl(
  returnUrl: string,
  payment: { readonly referenceCode: string; readonly transactionNumber: string },
  names: GatewayProfile['returnParameters'],
): string {
  const hashIndex = returnUrl.indexOf('#');
  const urlWithoutFragment = hashIndex === -1 ? returnUrl : returnUrl.slice(0, hashIndex);
  const fragment = hashIndex === -1 ? '' : returnUrl.slice(hashIndex);
  const parameters = new URLSearchParams([
    [names.referenceCode, payment.referenceCode],
    [names.transactionNumber, payment.transactionNumber],
  ]);
  return `${urlWithoutFragment}${toSeparator(urlWithoutFragment)}${parameters.toString()}${fragment}`;
}

/** Returns the character that separates a URL from further query parameters, or an empty text. */
function toSeparator(url: string): string {
  if (!url.includes('?')) return '?';
  return /[?&]$/.test(url) ? '' : '&';
}
