// Reads the TypeScript files of a folder with their imports, for the checks of the architecture and of the lines.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

interface Import {
  readonly specifier: string;
  readonly isType: boolean;
}

export interface Source {
  /** The path relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  /** The number of lines that have more than blanks and comments. */
  readonly codeLines: number;
}

/** Reads the TypeScript files below a folder of the root. */
export function readSources(root: string, folder: string): Source[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readSource(root, join(folder, file).replaceAll('\\', '/')));
}

/** The paths of the local files that a file imports. */
export function listTargets({ path, imports }: Source): string[] {
  return imports
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => join(dirname(path), specifier).replaceAll('\\', '/'));
}

function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const { module, comments } = parseSync(path, text);
  const imported = module.staticImports.map(({ moduleRequest, entries, start, end }) => ({
    specifier: moduleRequest.value,
    isType:
      /^import\s+type\b/.test(text.slice(start, end)) ||
      (entries.length > 0 && entries.every(({ isType }) => isType)),
  }));
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, isType }] : [],
    ),
  );
  // A dynamic import with a computed URL, such as the file of a language, is not checked.
  const dynamic = module.dynamicImports
    .map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end))
    .filter((source) => /^['"`][^$]*['"`]$/.test(source))
    .map((source) => ({ specifier: source.slice(1, -1), isType: false }));
  return {
    path,
    text,
    imports: [...imported, ...exported, ...dynamic],
    codeLines: countCode(text, comments),
  };
}

function countCode(text: string, comments: readonly { start: number; end: number }[]): number {
  const code = comments.toReversed().reduce(
    // The line breaks inside a comment separate only lines of the comment.
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text,
  );
  return code.split('\n').filter((line) => line.trim() !== '').length;
}
