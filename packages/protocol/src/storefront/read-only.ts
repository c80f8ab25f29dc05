import { z } from 'zod';
import { createOnce } from '../gateway/create-once.ts';

/**
 * The type of a parsed value whose members must not change. The members keep their docstrings, so a schema is the only
 * description of its type.
 */
export type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
    : Value;

/** Returns a function that creates the schema of an object in its first call. A server does not parse its own responses. */
export const lazyObject = <Shape extends z.ZodRawShape>(create: () => Shape) =>
  createOnce(() => z.object(create()));

/** The type of the result of a schema that a function creates. */
export type Parsed<Create extends () => z.ZodType> = ReadOnly<z.infer<ReturnType<Create>>>;
