import { isIP } from 'node:net';
import { InvalidArgumentError, type Command } from 'commander';
import { isObject, parseJson } from '@pgw/protocol/internal';
import { createUsageError } from './failures.ts';
import { readStdin, type Terminal } from './terminal.ts';

export function parseInteger(text: string): number {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('Expected an integer.');
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('Expected an absolute URL, such as https://shop.example/return.');
}

function parseIpAddress(text: string): string {
  if (isIP(text) !== 0) return text;
  throw new InvalidArgumentError('Expected an IP address, such as 203.0.113.7.');
}

export function parseMinorUnits(text: string): number {
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError(
    'Expected minor units without a decimal point or separators: 12345 means 123.45.',
  );
}

/** Adds the option `--tenant-id`, which sends the merchant ID as a signed property of the request. */
export function addTenantOption(
  command: Command,
  description = 'merchant ID, sent as the signed property tenantId',
): Command {
  return command.option('--tenant-id <id>', description, parseInteger);
}

/** The options that `pay`, `session` and `payout` have in common. */
export interface OrderOptions {
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly ip: string;
  readonly returnUrl: string;
  readonly callbackUrl?: string | undefined;
  readonly description?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly tenantId?: number | undefined;
  readonly fields?: string | undefined;
}

/** Adds the options of {@link OrderOptions}, except `--fields`, which a command adds after its own options. */
export function addOrderOptions(command: Command): Command {
  const commandWithOptions = command
    .requiredOption('--amount <minor>', 'amount in minor units: 12345 means 123.45', parseMinorUnits)
    .requiredOption('--currency <code>', '3-letter code, such as MYR')
    .requiredOption('--reference <text>', 'a new reference for each payment or payout')
    .requiredOption('--ip <address>', 'IP address of the shopper', parseIpAddress)
    .requiredOption('--return-url <url>', 'URL to which the browser returns from the gateway', parseUrl)
    .option('--callback-url <url>', 'URL to which the gateway sends callbacks', parseUrl)
    .option('--description <text>', 'description of the payment or payout')
    .option('--user-agent <text>', "user agent of the shopper's browser");
  return addTenantOption(commandWithOptions);
}

/** Adds the option `--fields`, for fields of a request without a separate option. */
export function addFieldsOption(command: Command, examples: string): Command {
  return command.option(
    '--fields <json>',
    `further fields as a JSON object, such as ${examples}; with - the object is read from the standard input`,
  );
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the fields of a request: those of the order, those of the command, and those of `--fields`. An object in both,
 * such as `customer`, is merged.
 *
 * @throws PgwError `invalid-configuration` when `--fields` is not a JSON object, or has a field that an option also has.
 */
export async function readOrder<OwnFields extends object>(
  { amount, currency, reference, ip, ...options }: OrderOptions,
  ownFields: OwnFields,
  terminal: Terminal,
) {
  const { returnUrl, callbackUrl, description, userAgent, tenantId, fields: text } = options;
  const order = { amount, currencyCode: currency, referenceCode: reference, ipAddress: ip };
  const input = { ...order, returnUrl, callbackUrl, description, userAgent, tenantId, ...ownFields };
  if (text === undefined) return input;
  const fields = parseJsonObject(text === '-' ? await readStdin(terminal) : text, '--fields');
  // The client validates every field with the schema of the endpoint.
  return mergeFields(input, fields) as typeof input;
}

function mergeFields(input: object, fields: Fields): Fields {
  const definedInput: Fields = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  );
  const added = Object.entries(fields).map(([name, value]) => {
    const inputValue = definedInput[name];
    if (inputValue === undefined) return [name, value] as const;
    if (isObject(inputValue) && isObject(value)) return [name, mergeFields(inputValue, value)] as const;
    throw createUsageError(`${name} is in --fields and in an option. Give it only once.`);
  });
  return { ...definedInput, ...Object.fromEntries(added) };
}

/**
 * Parses a JSON object of the command line. `name` is the name of its option.
 *
 * @throws PgwError `invalid-configuration` when the text is not a JSON object. The message does not have the text.
 */
export function parseJsonObject(text: string, name: string): Fields {
  const fields = parseJson(text);
  if (isObject(fields)) return fields;
  throw createUsageError(`${name} must be a JSON object, such as '{"subMerchant":{"uniqueId":"S1"}}'.`);
}
