import type { Command } from 'commander';
import { createUsageError } from './failures.ts';
import { readStdin, type Terminal } from './terminal.ts';

/** Adds the option `--fields`, for fields of a request without a separate option. */
export function addFieldsOption(command: Command, examples: string): Command {
  return command.option(
    '--fields <json>',
    `further fields as a JSON object, such as ${examples}; with - the object is read from the standard input`,
  );
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Adds the fields of `--fields` to an input. An object in both, such as `customer`, is merged.
 *
 * @throws PgwError `invalid-configuration` when the text is not a JSON object, or has a field that an option
 * also has.
 */
export async function addFields<Input extends object>(
  input: Input,
  option: string | undefined,
  terminal: Terminal,
): Promise<Input> {
  if (option === undefined) return input;
  const fields = parseJsonObject(option === '-' ? await readStdin(terminal) : option, '--fields');
  // The client validates every field with the schema of the endpoint.
  return mergeFields(input as Fields, fields) as Input;
}

function mergeFields(input: Fields, fields: Fields): Fields {
  const definedInput = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
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
  try {
    const fields: unknown = JSON.parse(text);
    if (isObject(fields)) return fields;
  } catch {
    // The error of the parser quotes the text, which may contain personal data, so it is replaced below.
  }
  throw createUsageError(`${name} must be a JSON object, such as '{"subMerchant":{"uniqueId":"S1"}}'.`);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
