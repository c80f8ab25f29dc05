import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit, Sabotage } from './sabotages.ts';

/**
 * The text with an edit made.
 *
 * @throws Error when the text to find does not occur exactly once.
 */
export function edited(text: string, { file, find, replace }: Edit): string {
  const times = text.split(find).length - 1;
  if (times !== 1) {
    const quoted = JSON.stringify(find.trim().slice(0, 80));
    throw new Error(
      `${file} has the text ${quoted} ${times} times, not once: the edit no longer applies. Adapt it in torture/src.`,
    );
  }
  // By a function: a `$` in the text is no pattern.
  return text.replace(find, () => replace);
}

/** The files that edits change under `root`, as they are and as the edits make them. Nothing is written. */
export function filesOf(
  root: string,
  { edits }: Pick<Sabotage, 'edits'>,
): Map<string, { before: string; after: string }> {
  const files = new Map<string, { before: string; after: string }>();
  for (const edit of edits) {
    const path = join(root, edit.file);
    const before = files.get(path)?.before ?? readFileSync(path, 'utf8');
    files.set(path, { before, after: edited(files.get(path)?.after ?? before, edit) });
  }
  return files;
}

/** Makes edits in the files under `root`. Returns a function that takes them back. */
export function applySabotage(root: string, sabotage: Pick<Sabotage, 'edits'>): () => void {
  const files = filesOf(root, sabotage);
  for (const [path, { after }] of files) writeFileSync(path, after);
  return () => {
    for (const [path, { before }] of files) writeFileSync(path, before);
  };
}
