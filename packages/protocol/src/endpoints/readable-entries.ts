import { z } from 'zod';

/**
 * A list of which the entries that keep their schema are read: one bad entry does not lose the others. A list of which
 * no entry is readable is refused, with the complaints about each.
 */
export function readableEntries<Entry extends z.ZodType>(entry: Entry) {
  return z.preprocess((value) => {
    if (!Array.isArray(value)) return value;
    const readable = value.filter((item) => entry.safeParse(item).success);
    return readable.length === 0 ? value : readable;
  }, z.array(entry));
}
