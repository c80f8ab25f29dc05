import type { GatewayProfile } from '@pgw/protocol';

/**
 * The returnUrl of the merchant with the two parameters that the gateway appends (observed C). Its own query and fragment are not
 * changed.
 */
export function toReturnAddress(
  returnUrl: string,
  payment: { readonly referenceCode: string; readonly transactionNumber: string },
  names: GatewayProfile['returnParameters'],
): string {
  const hash = returnUrl.indexOf('#');
  const address = hash === -1 ? returnUrl : returnUrl.slice(0, hash);
  const fragment = hash === -1 ? '' : returnUrl.slice(hash);
  const parameters = new URLSearchParams([
    [names.referenceCode, payment.referenceCode],
    [names.transactionNumber, payment.transactionNumber],
  ]);
  const separator = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return `${address}${separator}${parameters.toString()}${fragment}`;
}
