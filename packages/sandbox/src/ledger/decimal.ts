import { currencyExponent } from '@pgw/protocol';

/**
 * Converts minor units to a decimal of the currency, as in wallet responses: 12345 MYR becomes 123.45. The
 * function does not divide, because a division could change the last digit.
 */
export function toDecimal(amount: number, currencyCode: string): number {
  return Number(`${amount}e-${currencyExponent(currencyCode)}`);
}
