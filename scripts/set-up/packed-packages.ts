import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packPackages } from '../packed/pack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with <package>.tgz of every published package. */
    readonly tarballs: string;
  }
}

/** Packs each package once, before the tests of the published packages. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-tarballs-'));
  await packPackages(folder);
  project.provide('tarballs', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
