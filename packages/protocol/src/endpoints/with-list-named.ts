import { z } from 'zod';

/**
 * Wraps the schema of a response that contains a list. The interface document does not specify the name of
 * the list. If `name` is missing and the response has exactly one array, this array is used.
 */
export function withListNamed<Schema extends z.ZodType>(name: string, schema: Schema) {
  return z.preprocess((value) => {
    if (typeof value !== 'object' || value === null || name in value) return value;
    const [list, ...others] = Object.entries(value).filter(([, member]) => Array.isArray(member));
    return list === undefined || others.length > 0 ? value : { ...value, [name]: list[1] };
  }, schema);
}
