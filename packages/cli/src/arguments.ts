import { isIP } from 'node:net';
import { currencyExponent } from '@pgw/protocol';
import { InvalidArgumentError, type Command } from 'commander';

/** Parses an integer. */
export function parseInteger(text: string): number {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('Expected an integer.');
}

/** Parses an absolute http or https URL. */
export function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('Expected an absolute URL, such as https://shop.example/return.');
}

/** Parses an IPv4 or IPv6 address. */
export function parseIpAddress(text: string): string {
  if (isIP(text) !== 0) return text;
  throw new InvalidArgumentError('Expected an IP address, such as 203.0.113.7.');
}

/** Adds the option `--tenant-id`, which sends the merchant ID as a signed property of the request. */
export function addTenantOption(command: Command): Command {
  return command.option(
    '--tenant-id <id>',
    'merchant ID, sent as the signed property tenantId',
    parseInteger,
  );
}

/** Parses an amount in minor units. */
export function parseMinorUnits(text: string): number {
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError(
    'Expected minor units without a decimal point or separators: 12345 means 123.45.',
  );
}

/** Formats an amount with its currency: 12345 in MYR is 123.45 MYR. */
export function formatMoney(amount: number, currencyCode: string): string {
  const exponent = currencyExponent(currencyCode);
  // At least one digit is before the decimal point.
  const digits = String(Math.abs(Math.round(amount))).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${amount < 0 ? '-' : ''}${whole}${fraction} ${currencyCode}`;
}

/**
 * Formats a decimal amount with the digits of its currency: 5025 in MYR is 5025.00. A number with more digits
 * keeps all digits.
 */
export function formatDecimal(amount: number, currencyCode: string): string {
  const digits = currencyExponent(currencyCode);
  return Number(amount.toFixed(digits)) === amount ? amount.toFixed(digits) : String(amount);
}
