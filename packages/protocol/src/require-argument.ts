import { z } from 'zod';
import { InvalidRequestError, PgwError, violationsOf, formatViolations } from './errors.ts';
import { parseInput } from './own-members.ts';

/**
 * Checks an argument of a public function, which code in JavaScript may call with any value.
 *
 * @throws InvalidRequestError with each broken rule. The message begins with `subject`, the name of the function.
 */
export function requireArgument(schema: z.ZodType, input: unknown, subject: string): void {
  const { success, error } = parseInput(schema, input);
  if (!success) throw new InvalidRequestError(subject, violationsOf(error));
}

const optionsObject = z.custom((value) => typeof value === 'object' && value !== null, 'must be an object');

/**
 * Returns options that are an object.
 *
 * @throws PgwError `invalid-configuration`. The message begins with `subject`, the name of the function.
 */
export function requireOptions<Options>(options: Options, subject: string): Options {
  const { success, error } = parseInput(optionsObject, options);
  if (success) return options;
  const text = formatViolations(violationsOf(error));
  throw new PgwError('invalid-configuration', `${subject}: the options ${text}.`);
}
