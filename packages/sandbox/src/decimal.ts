import { currencyExponent } from '@pgw/protocol';

/** Minor units as a decimal of the currency, as wallets travel: 12345 MYR is 123.45. Read from digits, never divided. */
export function decimalOf(amount: number, currencyCode: string): number {
  return Number(`${amount}e-${currencyExponent(currencyCode)}`);
}
