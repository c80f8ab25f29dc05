import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { compileExamples, readExample, payInExample, writeExamples } from '../packed/database/examples.ts';
import { installWithNpm } from '../packed/install.mjs';
import { startPostgres, type PostgresServer } from '../programs/postgres.mjs';

// Tests the examples of docs/your-database.md that use Prisma, which is too large to be a dependency of the
// workspace.

const examples = ['prisma.ts', 'prisma-another-database.ts'];
const folder = mkdtempSync(join(tmpdir(), 'pgw-prisma-'));
const tarballs = ['protocol', 'client', 'server', 'express', 'sandbox'].map((name) =>
  join(inject('tarballs'), `${name}.tgz`),
);
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
  writeExamples(folder, examples);
  writeFileSync(join(folder, 'schema.prisma'), readExample('schema.prisma'));
  const prisma = ['prisma@7', '@prisma/client@7', '@prisma/adapter-pg@7', '--ignore-scripts'];
  await installWithNpm(folder, [
    ...tarballs,
    ...prisma,
    'express@5',
    '@types/express@5',
    'pg@8',
    '@types/pg@8',
    '@types/node@24',
  ]);
  // The Prisma program downloads an engine for migrations unless this path is set. `generate` does not need
  // the engine.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  const program = join(folder, 'node_modules', 'prisma', 'build', 'index.js');
  execFileSync(process.execPath, [program, 'generate', '--schema', 'schema.prisma'], { cwd: folder, env });
}, 600_000);
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('examples for Prisma', () => {
  it('the examples for Prisma compile', () => {
    expect(compileExamples(folder, examples)).toBe('');
  });

  it.each(examples)(
    'the example %s fulfills an order once, and not with a payment below the price',
    async (name) => {
      expect(await payInExample(folder, name, postgres.url)).toEqual({
        onPaidCalls: 2,
        paidAmount: 12_890,
        lowAmounts: [0, 12_890],
      });
    },
  );
});
