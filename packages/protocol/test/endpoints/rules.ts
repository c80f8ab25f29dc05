import { expect } from 'vitest';
import type { z } from 'zod';

type Fields = Readonly<Record<string, unknown>>;

/** Paths that a schema complains about; none when it takes the value. */
export function complaints(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : error.issues.map(({ path }) => path.join('.'));
}

/** The value without one of its fields. */
export function without(value: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

/** A field takes this value, and complains about nothing else. */
export function expectTaken(schema: z.ZodType, base: Fields, name: string, value: unknown): void {
  expect(complaints(schema, { ...base, [name]: value })).toEqual([]);
}

/** A field refuses this value, by its own name. */
export function expectRefused(schema: z.ZodType, base: Fields, name: string, value: unknown): void {
  expect(complaints(schema, { ...base, [name]: value })).toEqual([name]);
}
