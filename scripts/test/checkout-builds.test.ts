import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, traverse } from '@babel/core';
import { parse } from 'acorn';
import globals from 'globals';
import { describe, expect, it } from 'vitest';

// The files for script tags in old browsers.

const cdn = fileURLToPath(new URL('../../packages/checkout/dist/cdn/', import.meta.url));
const { files }: { files: Record<string, { path: string }> } = JSON.parse(
  readFileSync(`${cdn}manifest.json`, 'utf8'),
);

function text(name: string): string {
  return readFileSync(`${cdn}${files[name]?.path ?? `(no ${name} in the manifest)`}`, 'utf8');
}

/** Names that a script uses and does not declare. */
function undeclared(code: string, sourceType: 'script' | 'module'): string[] {
  const ast = parseSync(code, { babelrc: false, configFile: false, sourceType });
  if (ast === null) throw new Error('Babel read nothing.');
  let names: string[] = [];
  traverse(ast, {
    Program(program) {
      // Babel's scope has this property, and its types do not.
      names = Object.keys((program.scope as unknown as { globals: object }).globals);
    },
  });
  return names;
}

const known = new Set([
  ...Object.keys({ ...globals.browser, ...globals.es2021 }),
  // Names of every function, and a name that Lit defines if it is missing.
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
  it.each(builds)('%s uses at most ES%i', (name, ecmaVersion, sourceType) => {
    expect(() => parse(text(name), { ecmaVersion, sourceType })).not.toThrow();
  });

  it.each(builds)('%s uses no undeclared name', (name, _version, sourceType) => {
    expect(undeclared(text(name), sourceType).filter((used) => !known.has(used))).toEqual([]);
  });

  const scripts = Object.keys(files).filter((name) => /\.m?js$/.test(files[name]?.path ?? ''));

  it.each(scripts)('%s contains no server code, and evaluates no text as code or markup', (name) => {
    expect(text(name)).not.toMatch(
      /zod|node:|process\.|\beval\(|new Function|document\.write|outerHTML|localhost/,
    );
    // The only place is in Lit: templates, through its Trusted Types policy.
    expect(text(name).match(/innerHTML\s*=[^=]/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  it.each(['checkout.mjs', 'core', 'result'])('%s contains no code of the card form', (name) => {
    expect(text(name)).not.toMatch(/ECDH|unionpay|autocomplete=\$\{/);
    expect(text('card')).toMatch(/ECDH[^]*unionpay|unionpay[^]*ECDH/);
  });

  // A classic script is read in the encoding of its page.
  it.each(['checkout.js', 'legacy'])('%s is the same in every encoding', (name) => {
    expect(text(name)).toMatch(/^[ -~\s]*$/);
  });
});
