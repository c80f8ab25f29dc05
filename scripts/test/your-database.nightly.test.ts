import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { compileErrorsOf, exampleOf, payInExample, writeExamples } from '../packed/database-examples.ts';
import { npmInstall } from '../packed/install.mjs';
import { startPostgres, type PostgresServer } from '../postgres.mjs';

// The examples of docs/your-database.md with Prisma, which is too large to be a dependency of the workspace.

const examples = ['prisma.ts', 'prisma-another-database.ts'];
const folder = mkdtempSync(join(tmpdir(), 'pgw-prisma-'));
const tarballs = ['protocol', 'client', 'express', 'sandbox'].map((name) =>
  join(inject('tarballs'), `${name}.tgz`),
);
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
  writeExamples(folder, examples);
  writeFileSync(join(folder, 'schema.prisma'), exampleOf('schema.prisma'));
  const prisma = ['prisma@7', '@prisma/client@7', '@prisma/adapter-pg@7', '--ignore-scripts'];
  await npmInstall(folder, [
    ...tarballs,
    ...prisma,
    'express@5',
    '@types/express@5',
    'pg@8',
    '@types/pg@8',
    '@types/node@24',
  ]);
  // `generate` needs no engine, but the program downloads one for migrations unless its path is set.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  const program = join(folder, 'node_modules', 'prisma', 'build', 'index.js');
  execFileSync(process.execPath, [program, 'generate', '--schema', 'schema.prisma'], { cwd: folder, env });
}, 600_000);
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the examples for Prisma', () => {
  it('compile', () => {
    expect(compileErrorsOf(folder, examples)).toBe('');
  });

  it.each(examples)('%s fulfils an order once when onPaid runs twice', async (name) => {
    expect(await payInExample(folder, name, postgres.url)).toEqual({ calls: 2, paid: 12_890 });
  });
});
