// Counts the hand-written words of docs/ and of all READMEs: `npx node scripts/count-words.ts [--commit <name>]`. These do
// not count: code blocks, addresses of links, comments, decision records, CHANGELOGs, and what a script writes between
// `<!-- begin … -->` and `<!-- end -->`: tables from runs and generated reference.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listProjectFiles } from './checks/project-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = /^(?:docs\/(?!decisions\/).*\.md|(?!\.).*(?:^|\/)README\.md)$/;

/** Counts the words of a page that a person has written. Words of table cells count. */
export function countWords(text: string): number {
  const prose = text
    .replaceAll(/<!-- begin [\s\S]*?<!-- end -->/g, ' ')
    .replaceAll(/^( *)```[\s\S]*?^ *```$/gm, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ');
  return prose.split(/[\s|]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Returns the words of each page, also of an earlier commit. */
export function countPages(commit?: string): Map<string, number> {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const files =
    commit === undefined ? listProjectFiles(root) : git('ls-tree', '-r', '--name-only', commit).split('\n');
  const read = (file: string): string =>
    commit === undefined ? readFileSync(join(root, file), 'utf8') : git('show', `${commit}:${file}`);
  return new Map(files.filter((file) => page.test(file)).map((file) => [file, countWords(read(file))]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { commit: { type: 'string' } } });
  const pages = countPages(values.commit);
  for (const [file, words] of pages) console.log(`${String(words).padStart(6)}  ${file}`);
  console.log(`${String([...pages.values()].reduce((sum, words) => sum + words, 0)).padStart(6)}  all pages`);
}
