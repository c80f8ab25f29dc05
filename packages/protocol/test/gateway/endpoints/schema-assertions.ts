import { expect } from 'vitest';
import type { z } from 'zod';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the paths of the invalid fields. The list is empty when the schema accepts the value. */
export function invalidPaths(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : error.issues.map(({ path }) => path.join('.'));
}

/** Returns the value without one of its fields. */
export function withoutField(value: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

/** Expects that the schema accepts this value of a field. */
export function expectAccepted(schema: z.ZodType, base: Fields, name: string, value: unknown): void {
  expect(invalidPaths(schema, { ...base, [name]: value })).toEqual([]);
}

/** Expects that the schema refuses this value of a field, and reports only this field. */
export function expectRefused(schema: z.ZodType, base: Fields, name: string, value: unknown): void {
  expect(invalidPaths(schema, { ...base, [name]: value })).toEqual([name]);
}
