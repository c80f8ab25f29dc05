import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit, Sabotage } from './sabotage.ts';

/**
 * Applies an edit to a text. Returns the new text.
 *
 * @throws Error when the text to find does not occur exactly once.
 */
export function applyEdit(text: string, { file, find, replace }: Edit): string {
  const times = text.split(find).length - 1;
  if (times !== 1) {
    const quoted = JSON.stringify(find.trim().slice(0, 80));
    throw new Error(
      `The edit cannot be applied: ${file} contains the text ${quoted} ${times} times, not once. Adapt the edit in torture/src.`,
    );
  }
  // The replacement is a function, because a `$` in a replacement text has a special meaning.
  return text.replace(find, () => replace);
}

/**
 * Returns the content of the edited files under `root`, before and after the edits, by path. Writes nothing.
 */
export function readEditedFiles(
  root: string,
  { edits }: Pick<Sabotage, 'edits'>,
): Map<string, { before: string; after: string }> {
  const files = new Map<string, { before: string; after: string }>();
  for (const edit of edits) {
    const path = join(root, edit.file);
    const before = files.get(path)?.before ?? readFileSync(path, 'utf8');
    files.set(path, { before, after: applyEdit(files.get(path)?.after ?? before, edit) });
  }
  return files;
}

/** Applies edits to the files under `root`. Returns a function that restores the files. */
export function applySabotage(root: string, sabotage: Pick<Sabotage, 'edits'>): () => void {
  const files = readEditedFiles(root, sabotage);
  for (const [path, { after }] of files) writeFileSync(path, after);
  return () => {
    for (const [path, { before }] of files) writeFileSync(path, before);
  };
}
