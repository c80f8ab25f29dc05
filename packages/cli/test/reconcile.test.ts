import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { spawnPgw } from './run-pgw.ts';

const shop = fileURLToPath(new URL('../../../examples/shop/', import.meta.url));

it.each([[['reconcile', '--help']], [['help', 'reconcile']]])(
  'pgw %j prints the help of the server that the shop has through @pgw/express',
  async (args) => {
    const { code, out } = await spawnPgw(args, { cwd: shop });
    expect(out).toMatch(/^Usage: pgw reconcile --checkout <module>/);
    expect(code).toBe(0);
  },
);

it('pgw reconcile names all missing options, and exits 2', async () => {
  const { code, err } = await spawnPgw(['reconcile', '--json'], { cwd: shop });
  expect(err).toMatch(
    /^pgw: Options are missing: --checkout <module>.*--from.*--to.*--file <csv> or --wallet <id>/,
  );
  expect(code).toBe(2);
});

it('pgw reconcile in a folder without a shop names what is missing, and exits 2', async () => {
  const { code, err } = await spawnPgw(['reconcile', '--help'], { cwd: '/', env: { NODE_PATH: '' } });
  expect(err).toContain('pgw: pgw reconcile runs in the folder of a shop, and / has no @pgw/express');
  expect(code).toBe(2);
});
