// Finds the regular expressions of the project, and checks whether they can take more than linear time.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { checkSync } from 'recheck';
import { listProjectFiles } from './project-files.ts';

/** A regular expression and its position. */
export interface FoundExpression {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

const sources = /^(packages\/[^/]+\/(src|server|loader|legacy)|examples\/.+\/src)\/.+\.(ts|mts|js|mjs)$/;

/**
 * Finds the regular expressions of published sources and of programs that run with them, without those of
 * tests.
 */
export function findRegularExpressions(root: string): FoundExpression[] {
  const files = listProjectFiles(root).filter((file) => sources.test(file));
  return files.flatMap((file) => parseExpressions(file, readFileSync(join(root, file), 'utf8')));
}

function parseExpressions(file: string, text: string): FoundExpression[] {
  const expressions: FoundExpression[] = [];
  const { program } = parseSync(file, text);
  const findLine = (offset: number): number => text.slice(0, offset).split('\n').length;
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      expressions.push({ file, line: findLine(node.start), source: pattern, flags });
    },
  }).visit(program);
  return expressions;
}

/**
 * Returns how the time of an expression grows with the length of the text, for example "2nd degree
 * polynomial". Returns undefined for linear time, and a text that begins with "unknown" when the check failed.
 * Uses the JavaScript implementation of recheck, so that every machine has the same result.
 */
export function findGrowth({ source, flags }: Pick<FoundExpression, 'source' | 'flags'>): string | undefined {
  // An automaton cannot check expressions with look-ahead or look-behind. They are tested with generated
  // texts.
  const checker = /\(\?<?[=!]/.test(source) ? 'fuzz' : 'automaton';
  const flagsThatAffectTime = flags.replaceAll(/[dgy]/g, '');
  const result = checkSync(source, flagsThatAffectTime, {
    // With a limit of time, the result depends on the speed of the machine.
    timeout: null,
    attackTimeout: null,
    incubationTimeout: null,
    seedingTimeout: null,
    randomSeed: 1,
    checker,
  });
  if (result.status === 'safe') return undefined;
  return result.status === 'vulnerable' ? result.complexity.summary : `unknown: ${result.error.kind}`;
}
