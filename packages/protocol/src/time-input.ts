import { z } from 'zod';

/** A point in time: a `Date`, milliseconds since the Unix epoch, or ISO 8601 text such as `2026-01-31` or `2026-01-31T08:00:00+08:00`. */
export type TimeInput = Date | number | string;

/** The schema of a {@link TimeInput}. */
export const timeInputSchema = z.custom<TimeInput>().refine((input) => toMilliseconds(input) !== undefined, {
  error:
    'must be a Date, milliseconds since 1970, or ISO 8601 text with a time zone, such as 2026-01-31T08:00:00Z',
});

const isoTextSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

function toMilliseconds(input: unknown): number | undefined {
  const at =
    typeof input === 'string' && isoTextSchema.safeParse(input).success
      ? Date.parse(input)
      : input instanceof Date
        ? input.getTime()
        : input;
  return typeof at === 'number' && Number.isSafeInteger(at) ? at : undefined;
}

/** Returns a time that {@link timeInputSchema} has accepted, in milliseconds since the Unix epoch. A date begins at 00:00 UTC. */
export function readTime(input: TimeInput): number {
  return toMilliseconds(input) ?? Number.NaN;
}

/** True for the name of a time zone, such as Asia/Kuala_Lumpur. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}
