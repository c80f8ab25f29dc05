import { z } from 'zod';

/**
 * Returns a schema for a response with one list. The interface does not specify the name of the list, so a
 * gateway can use any name. If the response has no property `name` and exactly one array, the array is parsed
 * as `name`.
 *
 * @param name - The name of the list in `schema`.
 */
export function withListNamed<Schema extends z.ZodType>(name: string, schema: Schema) {
  return z.preprocess((value) => {
    if (typeof value !== 'object' || value === null || name in value) return value;
    const lists = Object.values(value).filter((member) => Array.isArray(member));
    return lists.length === 1 ? { ...value, [name]: lists[0] } : value;
  }, schema);
}
