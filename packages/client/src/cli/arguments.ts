import { currencyExponent } from '@pgw/protocol';
import { InvalidArgumentError } from 'commander';

/** An integer of the command line. */
export function integer(text: string): number {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('Expected an integer.');
}

/** An amount of the command line: minor units, as everywhere. */
export function minorUnits(text: string): number {
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError('Expected minor units: 12345 means 123.45. No point, no separators.');
}

/** Minor units as people read them, with the currency. */
export function money(amount: number, currencyCode: string): string {
  const exponent = currencyExponent(currencyCode);
  const digits = String(Math.abs(Math.round(amount))).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${amount < 0 ? '-' : ''}${whole}${fraction} ${currencyCode}`;
}
