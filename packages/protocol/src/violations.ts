import type { z } from 'zod';
import type { Violation } from './errors.ts';

/** The rules that a value breaks, one entry a field, from a schema's complaint. */
export function violationsOf(error: z.ZodError): Violation[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
}
