import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, inject, it } from 'vitest';
import { buildShop, buyIn, makeShop } from '../packed/made-shop.ts';

// `npm create @pgw/shop`. The templates for React and Vue are in the nightly run.

const folder = mkdtempSync(join(tmpdir(), 'pgw-create-'));
const program = fileURLToPath(new URL('../../packages/create-shop/src/cli.ts', import.meta.url));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a shop of the Express template compiles, and an order in it is paid', async () => {
  const shop = await makeShop(folder, 'express', inject('tarballs'));
  expect(readdirSync(shop)).toEqual(expect.arrayContaining(['.env', '.env.example', '.gitignore', 'src']));
  await buildShop(shop);
  await buyIn(shop, 'dev');
});

it('a folder with files is refused and not changed', () => {
  const full = join(folder, 'full');
  mkdirSync(full);
  writeFileSync(join(full, 'notes.txt'), '');
  expect(create('full')).toMatchObject({ status: 1, stderr: expect.stringContaining('full is not empty') });
  expect(readdirSync(full)).toEqual(['notes.txt']);
});

it('an unknown template is refused with the list of templates', () => {
  const { status, stderr } = create('other', '--template', 'angular');
  expect(status).toBe(1);
  expect(stderr).toContain('There is no template "angular".');
  expect(stderr).toContain('express | react | vue');
});

function create(...args: string[]): { readonly status: number | null; readonly stderr: string } {
  return spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
}
