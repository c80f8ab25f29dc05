import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorageSettings } from './storage.ts';

/** The settings of an embedded store. */
export type EmbeddedSettings = Extract<StorageSettings, { readonly kind: 'embedded' }>;

/** Runs the work with a database file in a new folder, and removes the folder. */
export async function withEmbeddedStorage<T>(work: (storage: EmbeddedSettings) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-'));
  try {
    return await work({ kind: 'embedded', file: join(folder, 'payments.db') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
