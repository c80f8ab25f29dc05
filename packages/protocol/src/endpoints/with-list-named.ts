import { z } from 'zod';

/**
 * Wraps the schema of a response that contains a list. The interface does not specify the name of the list.
 * If exactly one property is an array and no property has the given name, the wrapped schema reads this array as
 * `name`.
 */
export function withListNamed<Schema extends z.ZodType>(name: string, schema: Schema) {
  return z.preprocess((value) => {
    if (typeof value !== 'object' || value === null || name in value) return value;
    const lists = Object.values(value).filter((member) => Array.isArray(member));
    return lists.length === 1 ? { ...value, [name]: lists[0] } : value;
  }, schema);
}
