import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findHeadlessShell } from '../scripts/programs/chromium.mjs';
import { fromSources } from '../scripts/from-sources.mjs';
import { isNightly } from '../scripts/nightly.ts';

const folder = fileURLToPath(new URL('../examples/testing', import.meta.url));

if (isNightly)
  it('the browser tests of examples/testing pass with two workers', async () => {
    const env = {
      ...process.env,
      PGW_CHROMIUM: findHeadlessShell(),
      NODE_OPTIONS: fromSources.join(' '),
    };
    const options = ['--workers=2', '--timeout=150000'];
    const args = ['node_modules/@playwright/test/cli.js', 'test', ...options];
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
        resolve(`exit code ${error === null ? 0 : String(error.code)}\n${stdout}${stderr}`),
      );
    });
    expect(output).toMatch(/^exit code 0\n/);
    expect(output).toContain('4 passed');
  });

it.each(['test/shop.test.ts', 'e2e/shop.spec.ts'])('each test of %s has at most 12 lines', (file) => {
  const text = readFileSync(`${folder}/${file}`, 'utf8');
  const tests = [...text.matchAll(/^(?:it|test)\([^]*?^\}\);$/gm)].map(([code]) => code.split('\n'));
  expect(tests.length).toBeGreaterThan(3);
  expect(tests.filter((lines) => lines.length > 12).map(([title]) => title)).toStrictEqual([]);
});
