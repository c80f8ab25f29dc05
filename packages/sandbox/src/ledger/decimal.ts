import { currencyExponent } from '@pgw/protocol';

/** Converts minor units to a decimal without a division, which could change the last digit. */
export function toDecimal(amount: number, currencyCode: string): number {
  return Number(`${amount}e-${currencyExponent(currencyCode)}`);
}
