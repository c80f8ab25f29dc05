import { z } from 'zod';

/**
 * Reads an answer whose list goes by another name than ours (the interface's text lost it): its only array member is
 * taken in the place of `name`.
 */
export function arrayMemberAs<Schema extends z.ZodType>(name: string, schema: Schema) {
  return z.preprocess((value) => {
    if (typeof value !== 'object' || value === null || name in value) return value;
    const [list, ...others] = Object.entries(value).filter(([, member]) => Array.isArray(member));
    return list === undefined || others.length > 0 ? value : { ...value, [name]: list[1] };
  }, schema);
}
