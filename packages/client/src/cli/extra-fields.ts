import { PgwError } from '@pgw/protocol';
import type { Command } from 'commander';
import { readStdin, type Terminal } from './terminal.ts';

/** Adds the option for fields of a request that have no option of their own. */
export function fieldsOption(command: Command, examples: string): Command {
  return command.option(
    '--fields <json>',
    `further fields as a JSON object, such as ${examples}; - reads it from the standard input`,
  );
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Adds the fields of `--fields` to an input. Objects that are in both, such as `customer`, are merged.
 *
 * @throws PgwError `invalid-configuration` when the text is not a JSON object, or has a field that an option also has.
 */
export async function withFields<Input extends object>(
  input: Input,
  given: string | undefined,
  terminal: Terminal,
): Promise<Input> {
  if (given === undefined) return input;
  const fields = parse(given === '-' ? await readStdin(terminal) : given);
  // The client validates every field with the schema of the endpoint.
  return merged(input as Fields, fields) as Input;
}

function merged(input: Fields, fields: Fields): Fields {
  const known = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const added = Object.entries(fields).map(([name, value]) => {
    const own = known[name];
    if (own === undefined) return [name, value] as const;
    if (isObject(own) && isObject(value)) return [name, merged(own, value)] as const;
    throw usage(`${name} is in --fields and in an option. Give it only once.`);
  });
  return { ...known, ...Object.fromEntries(added) };
}

function parse(text: string): Fields {
  try {
    const fields: unknown = JSON.parse(text);
    if (isObject(fields)) return fields;
  } catch {
    // The error of the parser quotes the text, which may contain personal data, so it is replaced below.
  }
  throw usage('--fields must be a JSON object, such as \'{"subMerchant":{"uniqueId":"S1"}}\'.');
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function usage(message: string): PgwError {
  return new PgwError('invalid-configuration', message);
}
