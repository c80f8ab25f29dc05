import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { storeContract } from '../../src/testing.ts';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import type { Store } from '../../src/stores/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-store-'));
let files = 0;

const stores: Record<string, () => Store> = {
  embedded: () => embeddedStore({ file: join(folder, `${(files += 1)}`, 'payments.db') }),
  memory: () => memoryStore(),
};

describe.each(Object.entries(stores))('the %s store', (_name, make) => {
  it.each(storeContract.map(({ title, run }) => [title, run] as const))('%s', async (_title, run) => {
    const store = make();
    await store.open();
    await run(store);
    await store.close();
  });
});

process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
