import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

/**
 * Reads a corpus of `torture/corpora` and parses it with the schema. A corpus has one JSON value in each
 * line.
 */
export function readCorpus<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
): readonly z.output<Schema>[] {
  const path = fileURLToPath(new URL(`../../corpora/${name}.jsonl`, import.meta.url));
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => schema.parse(JSON.parse(line)));
}

/** Expands the repetitions in a text of a corpus. `{{500000:x}}` becomes 500,000 times `x`. */
export function expandRepetitions(text: string): string {
  return text.replaceAll(/\{\{(\d{1,8}):(.+?)\}\}/gs, (_whole, count: string, part: string) =>
    part.repeat(Number(count)),
  );
}
