import { isIP } from 'node:net';
import { currencyExponent } from '@pgw/protocol';
import { InvalidArgumentError, type Command } from 'commander';

/** An integer of the command line. */
export function integer(text: string): number {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('Expected an integer.');
}

/** An address of the command line that a browser or the gateway can open. */
export function webAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('Expected an absolute URL, as https://shop.example/return.');
}

/** An IPv4 or IPv6 address of the command line. */
export function ipAddress(text: string): string {
  if (isIP(text) !== 0) return text;
  throw new InvalidArgumentError('Expected an IP address, as 203.0.113.7.');
}

/** Adds the option that names the merchant of one call as a signed property. */
export function tenantOption(command: Command): Command {
  return command.option('--tenant-id <id>', 'merchant ID to send as the signed property tenantId', integer);
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

/** A decimal of a currency with all of its digits: 5025 in MYR is 5025.00. A number with more digits keeps them. */
export function decimal(amount: number, currencyCode: string): string {
  const digits = currencyExponent(currencyCode);
  return Number(amount.toFixed(digits)) === amount ? amount.toFixed(digits) : String(amount);
}
