import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { compileConsumer, createTypedConsumer, lowestTypescript } from '../packed/typed-consumer.ts';

// Compiles a project that uses every entry of the packed packages. The nightly test has the other versions.

const folder = mkdtempSync(join(tmpdir(), 'pgw-typescript-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`every entry of every package compiles with TypeScript ${lowestTypescript}, the lowest version`, async () => {
  await createTypedConsumer(folder, inject('tarballs'), [lowestTypescript]);
  expect(await compileConsumer(folder, lowestTypescript, 'node16')).toEqual([]);
}, 1_200_000);
