import { z } from 'zod';

/** A string that is not empty. */
export const text = z.string().min(1);
/** A string, which may be empty, or null. */
export const textOrNull = z.string().nullable();
/** A time, ISO 8601. */
export const dateTime = z.iso.datetime({ offset: true });
/** An amount in minor units. */
export const amount = z.int().nonnegative();
