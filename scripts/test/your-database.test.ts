import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compileExamples,
  linkPackages,
  payInExample,
  releaseStock,
  writeExamples,
} from '../packed/database/examples.ts';
import { startPostgres, type PostgresServer } from '../programs/postgres.mjs';
import { isNightly, selectCases } from '../nightly.ts';

// Tests the examples of docs/your-database.md: all compile, and the first one runs. The nightly run runs all of them, and those with Prisma.

const examples = ['sqlite.ts', 'postgres.ts', 'drizzle.ts', 'another-database.ts'];
const packageFolders = {
  '@pgw/client': 'packages/client',
  '@pgw/express': 'packages/express',
  '@pgw/sandbox': 'packages/sandbox',
  '@types/express': 'packages/server/node_modules/@types/express',
  '@types/node': 'node_modules/@types/node',
  '@types/pg': 'packages/server/node_modules/@types/pg',
  'drizzle-orm': 'node_modules/drizzle-orm',
  express: 'packages/server/node_modules/express',
  pg: 'packages/server/node_modules/pg',
};
const folder = mkdtempSync(join(tmpdir(), 'pgw-your-database-'));
let postgres: PostgresServer | undefined;

beforeAll(async () => {
  if (isNightly) postgres = await startPostgres();
  linkPackages(folder, packageFolders);
  writeExamples(folder, [...examples, 'stock.ts']);
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('examples for other databases', () => {
  it('the server of docs/start.md compiles with the sum of the examples in place of its mark', () => {
    const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const [, comparison = '', mark = ''] =
      /Compare `([^`]+)` in place of `([^`]+)`/.exec(read('docs/your-database.md')) ?? [];
    const blocks = [...read('docs/start.md').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
      ([, code = '']) => code,
    );
    const server = blocks.find((code) => code.includes(mark)) ?? '';
    expect(server).toContain(`const isPaid = ${mark};`);
    writeFileSync(join(folder, 'server-with-sum.ts'), server.replace(mark, comparison));
    expect(compileExamples(folder, ['server-with-sum.ts'])).toBe('');
  });

  it('the examples of docs/your-database.md compile', () => {
    expect(compileExamples(folder, [...examples, 'stock.ts'])).toBe('');
  });

  it.each(selectCases(examples, 1))(
    'the example %s fulfills an order once, and not with a payment below the price',
    async (name) => {
      expect(await payInExample(folder, name, postgres?.url ?? '')).toEqual({
        onPaidCalls: 2,
        paidAmount: 12_890,
        lowAmounts: [0, 12_890],
      });
    },
  );

  it('the example stock.ts releases the stock of a failed payment, takes it again, and ends a membership after refunds', async () => {
    expect(await releaseStock(folder)).toEqual([
      [5, 'released', 0, 0, null],
      [4, 'sold', 12_890, 0, 1],
      [4, 'sold', 12_890, 2_890, 1],
      [4, 'sold', 12_890, 12_890, 0],
    ]);
  });
});
