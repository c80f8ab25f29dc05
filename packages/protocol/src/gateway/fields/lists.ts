import { z } from 'zod';

/** Maximum number of entries that the schema reads. The lists of the gateway are much shorter. */
const maxEntries = 2_000;

/**
 * Creates the schema of a list. The schema removes invalid entries, so one invalid entry does not make the
 * list invalid. It refuses a list whose entries are all invalid, with the errors of each entry.
 */
export function validEntries<Entry extends z.ZodType>(entry: Entry) {
  return z.preprocess((value) => {
    if (!Array.isArray(value)) return value;
    const validItems = value.slice(0, maxEntries).filter((item) => entry.safeParse(item).success);
    return validItems.length === 0 ? value.slice(0, maxEntries) : validItems;
  }, z.array(entry));
}

/**
 * The interface does not specify the names of lists, so a gateway can use any name. If a response has no property `name`
 * and exactly one array, the array is parsed as `name`.
 */
export function withListNamed<Schema extends z.ZodType>(name: string, schema: Schema) {
  return z.preprocess((value) => {
    if (typeof value !== 'object' || value === null || name in value) return value;
    const lists = Object.values(value).filter((member) => Array.isArray(member));
    return lists.length === 1 ? { ...value, [name]: lists[0] } : value;
  }, schema);
}
