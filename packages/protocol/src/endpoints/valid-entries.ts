import { z } from 'zod';

/** Maximum number of entries that are read. The lists of the gateway are much shorter. */
const maxEntries = 2_000;

/**
 * The schema of a list that omits invalid entries, so that one invalid entry does not make the list invalid. A list without any valid
 * entry is refused, with the errors of each entry.
 */
export function validEntries<Entry extends z.ZodType>(entry: Entry) {
  return z.preprocess((value) => {
    if (!Array.isArray(value)) return value;
    const validItems = value.slice(0, maxEntries).filter((item) => entry.safeParse(item).success);
    return validItems.length === 0 ? value.slice(0, maxEntries) : validItems;
  }, z.array(entry));
}
