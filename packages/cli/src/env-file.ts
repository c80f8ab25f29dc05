import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { readTextFile } from './text-input.ts';

/** The variables of a `.env` file. */
export interface EnvFile {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** The variables whose value ends before a `#` that follows it without white space. */
  readonly cutOffVariables: ReadonlySet<string>;
}

/**
 * Reads the file `.env` of a folder, if it exists.
 *
 * @throws PgwError `invalid-configuration` when the file cannot be read, or is not UTF-8.
 */
export function readEnvFile(cwd: string): EnvFile {
  const text = readTextFile(resolve(cwd, '.env')) ?? '';
  const values = parseEnv(text);
  return { values, cutOffVariables: findCutOffVariables(text, values) };
}

/** A name, an unquoted value, and a `#` that follows without white space. */
const cutOffValue = /^\s*(?:export\s+)?([\w.-]+)\s*=[^\S\n]*([^\s"'`#][^#\n]*(?<=\S))?(?<=\S)#/gm;

/**
 * Finds values with an unquoted `#`. Node treats the rest of such a line as a comment. A comment is usually separated
 * from the value by white space, so a `#` without it is probably a part of the value.
 */
function findCutOffVariables(text: string, values: EnvFile['values']): ReadonlySet<string> {
  const matches = [...text.matchAll(cutOffValue)];
  // A line inside a quoted value of several lines has the form of a variable. Its text is not the value of one.
  const cutOff = matches.filter(([, name = '', value = '']) => values[name] === value);
  return new Set(cutOff.map(([, name = '']) => name));
}
