import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../free-port.mjs';
import { startProgram } from '../../packed/program.ts';
import { startPostgres } from '../../programs/postgres.mjs';

// examples/shop/test/postgres.test.ts pays, fulfills and refunds on PostgreSQL.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const demo = join(root, 'scripts/demo/demo.mjs');

async function createSettings() {
  const data = mkdtempSync(join(tmpdir(), 'pgw-demo-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
  const [shopPort, sandboxPort] = [String(await findFreePort()), String(await findFreePort())];
  return { PGW_SHOP_PORT: shopPort, PGW_SANDBOX_PORT: sandboxPort, PGW_DATA: data };
}

it('`npm run demo -- --postgres <url>` stores the orders of the shop in this database, and not in a file', async () => {
  const env = await createSettings();
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const program = [process.execPath, demo, '--postgres', postgres.url] as const;
  const { stop, match } = await startProgram(program, { cwd: root, env, ready: /Shop +(\S+)[^]*is ready/ });
  onTestFinished(stop);
  const [, shop = ''] = match;
  expect(await (await fetch(`${shop}/products/cameron-dark`)).text()).toContain('Cameron Dark');
  expect((await fetch(`${shop}/office`)).url).toContain('/office/sign-in');
  expect(existsSync(join(env.PGW_DATA, `shop-${env.PGW_SANDBOX_PORT}/shop.db`))).toBe(false);
});

it.each([
  [
    ['--postgres', 'postgres://clerk:a-secret@127.0.0.1:1/shop'],
    /^Rimba Coffee can't start: The shop can't use the database of PGW_SHOP_DATABASE_URL \(connect ECONNREFUSED 127\.0\.0\.1:1\)\. Start PostgreSQL, or correct the URL\.\n/,
  ],
  [
    ['--postgres', 'shop'],
    /^Rimba Coffee can't start: PGW_SHOP_DATABASE_URL must be a URL of PostgreSQL, such as /,
  ],
  [['--postgres'], /^Option '--postgres <value>' argument missing\. The options are --postgres <url> and/],
  [['--merchants', '--postgres', 'x'], /^--merchants and --postgres cannot be used together: /],
])('the demo with %j ends with the reason', async (args, reason) => {
  const env = { ...process.env, ...(await createSettings()) };
  const { status, stderr } = spawnSync(process.execPath, [demo, ...args], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stderr).toMatch(reason);
  expect([status, stderr.includes('a-secret')]).toEqual([1, false]);
});
