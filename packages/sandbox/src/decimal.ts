import { currencyExponent } from '@pgw/protocol';

/** Minor units as a decimal of the currency, as in wallet responses: 12345 MYR is 123.45. A division could change the last digit. */
export function toDecimal(amount: number, currencyCode: string): number {
  return Number(`${amount}e-${currencyExponent(currencyCode)}`);
}
