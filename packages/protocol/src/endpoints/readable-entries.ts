import { z } from 'zod';

/** No list of the interface is nearly as long. What is beyond is not read. */
const mostEntries = 2_000;

/**
 * A list of which the entries that keep their schema are read: one bad entry does not lose the others. A list of which
 * no entry is readable is refused, with the complaints about each.
 */
export function readableEntries<Entry extends z.ZodType>(entry: Entry) {
  return z.preprocess((value) => {
    if (!Array.isArray(value)) return value;
    const readable = value.slice(0, mostEntries).filter((item) => entry.safeParse(item).success);
    return readable.length === 0 ? value.slice(0, mostEntries) : readable;
  }, z.array(entry));
}
