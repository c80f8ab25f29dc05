import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, inject, it } from 'vitest';
import { buildShop, buyInShop, createShopFromTarballs } from '../packed/created-shop.ts';
import { isNightly } from '../nightly.ts';

// Tests `npm create @pgw/shop`. The nightly run also installs, builds and starts the shop of each template. The tests of packages/create-shop
// start their servers with the packages of the workspace.

const folder = mkdtempSync(join(tmpdir(), 'pgw-create-'));
const program = fileURLToPath(new URL('../../packages/create-shop/src/cli.ts', import.meta.url));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

if (isNightly)
  it('a new shop compiles, and its orders can be paid', async () => {
    const shop = await createShopFromTarballs(folder, 'express', inject('tarballs'));
    expect(readdirSync(shop)).toEqual(expect.arrayContaining(['.env', '.env.example', '.gitignore', 'src']));
    await buildShop(shop);
    // The shop is running, so that SQLite keeps all of its files.
    await buyInShop(shop, 'dev', async () => {
      for (const name of ['shop.db', 'shop.db-wal', 'shop.db-shm'])
        expect([name, readMode(join(shop, name))]).toEqual([name, 0o600]);
    });
  });

it('create-shop refuses a folder with files and does not change it', () => {
  const folderWithFile = join(folder, 'full');
  mkdirSync(folderWithFile);
  writeFileSync(join(folderWithFile, 'notes.txt'), '');
  expect(runCreateShop('full')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('full is not empty'),
  });
  expect(readdirSync(folderWithFile)).toEqual(['notes.txt']);
});

it('the .env of a created shop can be read only by its owner', () => {
  expect(runCreateShop('private').status).toBe(0);
  expect(readMode(join(folder, 'private', '.env'))).toBe(0o600);
  expect(readFileSync(join(folder, 'private', 'README.md'), 'utf8')).toContain(
    'An order id must not be the only secret of an order page.',
  );
});

it('create-shop refuses an unknown template and lists the templates', () => {
  const { status, stderr } = runCreateShop('other', '--template', 'angular');
  expect(status).toBe(1);
  expect(stderr).toContain('There is no template "angular".');
  expect(stderr).toContain('express | fastify | hono | next | react | vue');
});

/** The mode of a file. Windows has no modes, so there it is always private. */
function readMode(path: string): number {
  return process.platform === 'win32' ? 0o600 : statSync(path).mode & 0o777;
}

function runCreateShop(...args: string[]): { readonly status: number | null; readonly stderr: string } {
  return spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
}
