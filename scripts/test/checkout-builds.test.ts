import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, traverse } from '@babel/core';
import { parse } from 'acorn';
import globals from 'globals';
import { describe, expect, it } from 'vitest';

// The files of the script tags, as old browsers read them.

const cdn = fileURLToPath(new URL('../../packages/checkout/dist/cdn/', import.meta.url));
const { files }: { files: Record<string, { path: string }> } = JSON.parse(
  readFileSync(`${cdn}manifest.json`, 'utf8'),
);

function text(name: string): string {
  return readFileSync(`${cdn}${files[name]?.path ?? `(no ${name} in the manifest)`}`, 'utf8');
}

/** Names that a script uses and never declares. */
function undeclared(code: string, sourceType: 'script' | 'module'): string[] {
  const ast = parseSync(code, { babelrc: false, configFile: false, sourceType });
  if (ast === null) throw new Error('Babel read nothing.');
  let names: string[] = [];
  traverse(ast, {
    Program(program) {
      // Babel's scope has it; its types leave it out.
      names = Object.keys((program.scope as unknown as { globals: object }).globals);
    },
  });
  return names;
}

const known = new Set([
  ...Object.keys({ ...globals.browser, ...globals.es2021 }),
  // Of every function; and Lit's own, which it makes when it is missing.
  'arguments',
  'litPropertyMetadata',
  // core-js reads it with typeof.
  'global',
]);

const builds = [
  ['checkout.js', 5, 'script'],
  ['legacy', 2017, 'script'],
  ['checkout.mjs', 2022, 'module'],
  ['core', 2022, 'module'],
] as const;

describe('the scripts of the tags', () => {
  it.each(builds)('%s is written in ES%i at most', (name, ecmaVersion, sourceType) => {
    expect(() => parse(text(name), { ecmaVersion, sourceType })).not.toThrow();
  });

  it.each(builds)('%s uses no name that nobody declares', (name, _version, sourceType) => {
    expect(undeclared(text(name), sourceType).filter((used) => !known.has(used))).toEqual([]);
  });

  const scripts = Object.keys(files).filter((name) => /\.m?js$/.test(files[name]?.path ?? ''));

  it.each(scripts)('%s holds nothing of a server, and makes neither code nor markup of text', (name) => {
    expect(text(name)).not.toMatch(
      /zod|node:|process\.|\beval\(|new Function|document\.write|outerHTML|localhost/,
    );
    // The one place is Lit's: a template of ours, through its policy of Trusted Types.
    expect(text(name).match(/innerHTML\s*=[^=]/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  it.each(['checkout.mjs', 'core', 'result'])('%s has nothing of the form for cards in it', (name) => {
    expect(text(name)).not.toMatch(/ECDH|unionpay|autocomplete=\$\{/);
    expect(text('card')).toMatch(/ECDH[^]*unionpay|unionpay[^]*ECDH/);
  });

  // A classic script is read in the encoding of its page.
  it.each(['checkout.js', 'legacy'])('%s is read alike in every encoding', (name) => {
    expect(text(name)).toMatch(/^[ -~\s]*$/);
  });
});
