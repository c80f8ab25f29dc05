import { z } from 'zod';

/** An integer column. PostgreSQL's drivers return a bigint as text. */
export const integer = z.coerce.number<string | number>().int();

/** A text column that may be null. */
export const nullableText = z.string().nullable();
