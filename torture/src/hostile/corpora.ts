import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

/** The lines of a corpus of `torture/corpora`, each a JSON value of this schema. */
export function corpus<Schema extends z.ZodType>(name: string, schema: Schema): readonly z.output<Schema>[] {
  const path = fileURLToPath(new URL(`../../corpora/${name}.jsonl`, import.meta.url));
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => schema.parse(JSON.parse(line)));
}

/** A text that is larger in the process than in the repository: `{{500000:x}}` stands for as many. */
export function expanded(text: string): string {
  return text.replaceAll(/\{\{(\d{1,8}):([^{}]+)\}\}/g, (_whole, count: string, part: string) =>
    part.repeat(Number(count)),
  );
}
