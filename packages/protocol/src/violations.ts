import type { z } from 'zod';
import type { Violation } from './errors.ts';

/** Converts the error of a zod schema to violations, one for each invalid field. */
export function violationsOf(error: z.ZodError): Violation[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
}
