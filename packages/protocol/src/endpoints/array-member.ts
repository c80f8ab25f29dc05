import { z } from 'zod';

/**
 * Wraps a schema for a response whose list may have another name, because the interface document does not have the name. If `name` is
 * missing and the response has one array, that array is used.
 */
export function arrayMemberAs<Schema extends z.ZodType>(name: string, schema: Schema) {
  return z.preprocess((value) => {
    if (typeof value !== 'object' || value === null || name in value) return value;
    const [list, ...others] = Object.entries(value).filter(([, member]) => Array.isArray(member));
    return list === undefined || others.length > 0 ? value : { ...value, [name]: list[1] };
  }, schema);
}
