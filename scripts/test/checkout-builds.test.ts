import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, traverse } from '@babel/core';
import { parse } from 'acorn';
import globals from 'globals';
import { describe, expect, it } from 'vitest';
import { isNightly } from '../nightly.ts';

// Tests the built files of the element for script tags.

const cdn = fileURLToPath(new URL('../../packages/checkout/dist/cdn/', import.meta.url));
const { files }: { files: Record<string, { path: string }> } = JSON.parse(
  readFileSync(`${cdn}manifest.json`, 'utf8'),
);

function readScript(name: string): string {
  return readFileSync(`${cdn}${files[name]?.path ?? `(no ${name} in the manifest)`}`, 'utf8');
}

/** Returns the names that a script uses and does not declare. */
function findUndeclaredNames(code: string, sourceType: 'script' | 'module'): string[] {
  const ast = parseSync(code, { babelrc: false, configFile: false, sourceType });
  if (ast === null) throw new Error('Babel could not parse the script.');
  let names: string[] = [];
  traverse(ast, {
    Program(program) {
      // The types of Babel do not declare this property of its scope.
      names = Object.keys((program.scope as unknown as { globals: object }).globals);
    },
  });
  return names;
}

const allowedGlobals = new Set([
  ...Object.keys({ ...globals.browser, ...globals.es2021 }),
  // Every function has `arguments`. Lit defines the other name if it is missing.
  'arguments',
  'litPropertyMetadata',
  // core-js reads `global` with typeof, which needs no declaration.
  'global',
]);

const builds = [
  ['checkout.js', 5, 'script'],
  ['legacy', 2017, 'script'],
  ['checkout.mjs', 2022, 'module'],
  ['core', 2022, 'module'],
] as const;

describe('built scripts', () => {
  it.each(builds)('the script %s uses only the syntax of ES%i', (name, ecmaVersion, sourceType) => {
    expect(() => parse(readScript(name), { ecmaVersion, sourceType })).not.toThrow();
  });

  if (isNightly)
    it.each(builds)('the script %s uses no undeclared name', (name, _version, sourceType) => {
      expect(
        findUndeclaredNames(readScript(name), sourceType).filter((used) => !allowedGlobals.has(used)),
      ).toEqual([]);
    });

  const scripts = Object.keys(files).filter((name) => /\.m?js$/.test(files[name]?.path ?? ''));

  it.each(scripts)(
    'the script %s contains no server code, and evaluates no text as code or markup',
    (name) => {
      expect(readScript(name)).not.toMatch(
        /zod|node:|process\.|\beval\(|new Function|document\.write|outerHTML|localhost/,
      );
      // Only Lit sets innerHTML, for templates and with its Trusted Types policy.
      expect(readScript(name).match(/innerHTML\s*=[^=]/g)?.length ?? 0).toBeLessThanOrEqual(1);
    },
  );

  it.each(['checkout.mjs', 'core', 'result'])('the script %s contains no code of the card form', (name) => {
    expect(readScript(name)).not.toMatch(/ECDH|unionpay|autocomplete=\$\{/);
    expect(readScript('card')).toMatch(/ECDH/);
    expect(readScript('marks')).toMatch(/unionpay/);
  });

  // A browser decodes a classic script with the encoding of its page.
  it.each(['checkout.js', 'legacy'])(
    'the script %s has only ASCII characters, so that it is the same in every encoding',
    (name) => {
      expect(readScript(name)).toMatch(/^[ -~\s]*$/);
    },
  );
});
