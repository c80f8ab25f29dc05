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
