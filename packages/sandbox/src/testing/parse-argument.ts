import { PgwError } from '@pgw/protocol';
import { formatViolations, parseInput, violationsOf } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';

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

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const forms =
  "is no duration: use s, m, h and d, such as '90s', '15m', '2h', '7d' or '1h 30m', or a whole number of milliseconds";

/**
 * A duration in milliseconds, or as a text of whole numbers with the units s, m, h and d, such as `90s`, `15m`, `2h`,
 * `7d` and `1h 30m`.
 */
export const duration = z
  .union([z.number(), z.string()], forms)
  .transform((value) => (typeof value === 'string' ? toMilliseconds(value) : value))
  .refine((ms) => Number.isSafeInteger(ms) && ms >= 0, forms);

/** Returns not a number for a text that is no duration. */
function toMilliseconds(text: string): number {
  const parts = text.trim().split(/\s+/);
  return parts.reduce((total, part) => total + toPartMs(part), 0);
}

function toPartMs(part: string): number {
  const [, count = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(part) ?? [];
  return unit === 's' || unit === 'm' || unit === 'h' || unit === 'd'
    ? Number(count) * unitMs[unit]
    : Number.NaN;
}
