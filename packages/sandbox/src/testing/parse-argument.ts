import { PgwError } from '@pgw/protocol';
import { formatViolations, parseInput, violationsOf } from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';

/**
 * Parses an argument of a function for tests.
 *
 * @throws PgwError `invalid-request` with the call, such as `dropCallbacks(3)`, and each broken rule.
 */
export function parseArgument<Schema extends z.ZodType>(
  schema: Schema,
  argument: unknown,
  functionName: string,
): z.output<Schema> {
  const result = parseInput(schema, argument);
  if (result.success) return result.data;
  const call = `${functionName}(${isShown(argument) ? formatValue(argument) : '…'})`;
  const violations = formatViolations(violationsOf(result.error));
  throw new PgwError('invalid-request', `${call}: ${violations}.`);
}

/** Objects are not shown, because they may contain a secret. */
function isShown(argument: unknown): boolean {
  return typeof argument === 'number' || (typeof argument === 'string' && argument.length <= 40);
}

function formatValue(argument: unknown): string {
  return typeof argument === 'string' ? `'${argument}'` : String(argument);
}
