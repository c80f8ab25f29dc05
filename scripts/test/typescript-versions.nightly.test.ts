import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { compileConsumer, createTypedConsumer, lowestTypescript } from '../packed/typed-consumer.ts';

// Compiles a project that uses every entry of the packed packages, with each version of TypeScript and each
// module resolution.

const versions = [lowestTypescript, '5.5.4', '5.6.3', '5.9.3', '6.0.3', '7.0.2'];
const folder = mkdtempSync(join(tmpdir(), 'pgw-typescript-'));

beforeAll(() => createTypedConsumer(folder, inject('tarballs'), versions), 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(versions)(
  'every entry of every package compiles with TypeScript %s in each module resolution',
  async (version) => {
    for (const resolution of ['node16', 'nodenext', 'bundler', 'commonjs'] as const)
      expect([resolution, await compileConsumer(folder, version, resolution)]).toEqual([resolution, []]);
  },
  1_200_000,
);

it('the check reports an error in a declaration of a package', async () => {
  const declaration = join('node_modules', '@pgw', 'checkout', 'dist', 'index.d.ts');
  appendFileSync(join(folder, declaration), '\nexport type Planted = NewerType;\n');
  expect(await compileConsumer(folder, '7.0.2', 'node16')).toEqual([
    expect.stringMatching(/dist\/index[.]d[.]ts\(.*Cannot find name 'NewerType'/),
  ]);
}, 1_200_000);
