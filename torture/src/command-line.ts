import { parseArgs } from 'node:util';
import type { TortureCommand, RunOptions } from './torture-command.ts';

/** A parsed command line. */
export interface CommandLine extends Pick<RunOptions, 'seed' | 'isShort' | 'size' | 'choice'> {
  /** The commands to run, by name. */
  readonly chosen: readonly (readonly [string, TortureCommand])[];
}

/** Error for a command line with an unknown name or flag, or with a value that is not allowed. */
export class UsageError extends Error {}

/**
 * Parses a command line: the name of a command, or `all`, followed by flags. Returns an error message when the
 * command line is not valid.
 *
 * The allowed values of a flag are checked later, when the run reads the flag: only the run knows them.
 */
export function parseCommandLine(
  args: readonly string[],
  commands: Readonly<Record<string, TortureCommand>>,
): CommandLine | string {
  try {
    return toCommandLine(args, commands);
  } catch (error) {
    // `parseArgs` throws a TypeError that names the unknown flag.
    if (error instanceof UsageError || error instanceof TypeError) return error.message;
    throw error;
  }
}

function toCommandLine(
  [name = '', ...rest]: readonly string[],
  commands: Readonly<Record<string, TortureCommand>>,
): CommandLine {
  const chosen = Object.entries(commands).filter(([commandName]) => name === 'all' || commandName === name);
  if (name === '') throw new UsageError('Give the name of a command.');
  if (chosen.length === 0) throw new UsageError(`There is no command "${name}".`);
  const commandFlags = name === 'all' ? [] : chosen.flatMap(([, { flags }]) => flags);
  const { values } = parseArgs({
    args: rest,
    options: {
      seed: { type: 'string' },
      short: { type: 'boolean' },
      ...Object.fromEntries(commandFlags.map((flag) => [flag, { type: 'string' as const }])),
    },
  });
  const flagValues: Readonly<Record<string, unknown>> = values;
  const readText = (flag: string): string | undefined => {
    const value = flagValues[flag];
    return typeof value === 'string' ? value : undefined;
  };
  const readWholeNumber = (flag: string, minimum: number): number | undefined => {
    const value = readText(flag);
    if (value === undefined) return undefined;
    if (/^\d{1,9}$/.test(value) && Number(value) >= minimum) return Number(value);
    throw new UsageError(`--${flag} is "${value}"; it must be a whole number from ${minimum} to 999999999.`);
  };
  const isShort = flagValues['short'] === true;
  return {
    chosen,
    isShort,
    seed: readWholeNumber('seed', 0) ?? Math.floor(Math.random() * 1_000_000),
    size: (flag, { long, short }) => readWholeNumber(flag, 1) ?? (isShort ? short : long),
    choice: (flag, choices) => {
      const requested = readText(flag) ?? choices[0];
      const chosenValue = choices.find((allowed) => allowed === requested);
      if (chosenValue !== undefined) return chosenValue;
      throw new UsageError(`--${flag} is "${requested}"; it can be ${choices.join(' or ')}.`);
    },
  };
}
