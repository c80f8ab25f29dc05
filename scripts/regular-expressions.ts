// Finds every regular expression of the project, and checks whether it can take more than linear time.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { checkSync } from 'recheck';

/** A regular expression and its position. */
export interface Found {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

const sources = /^(packages\/[^/]+\/(src|server|loader|legacy)|examples\/.+\/src)\/.+\.(ts|mts|js|mjs)$/;

/** The regular expressions of published sources and of programs that run with them, without those of tests. */
export function regularExpressions(root: string): Found[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((file) => sources.test(file) && existsSync(join(root, file)));
  return files.flatMap((file) => expressionsOf(file, readFileSync(join(root, file), 'utf8')));
}

function expressionsOf(file: string, text: string): Found[] {
  const found: Found[] = [];
  const { program } = parseSync(file, text);
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      found.push({ file, line: lineAt(node.start), source: pattern, flags });
    },
  }).visit(program);
  return found;
}

/**
 * How the time that an expression takes grows with the text, as "2nd degree polynomial"; undefined for linear time. Uses the pure
 * implementation, so that every machine has the same result.
 */
export function growthOf({ source, flags }: Pick<Found, 'source' | 'flags'>): string | undefined {
  // Expressions with look-ahead or look-behind cannot be proven by an automaton, so they are tested with generated texts.
  const checker = /\(\?<?[=!]/.test(source) ? 'fuzz' : 'automaton';
  const checked = checkSync(source, flags.replaceAll(/[dgy]/g, ''), {
    timeout: null,
    randomSeed: 1,
    checker,
  });
  if (checked.status === 'safe') return undefined;
  return checked.status === 'vulnerable' ? checked.complexity.summary : `not known: ${checked.error.kind}`;
}
