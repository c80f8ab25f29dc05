import { sqliteStore, type EmbeddedTransaction } from './embedded.ts';
import type { Store } from '../payments/store.ts';

/** Keeps payments in this process's memory, for tests: the embedded store without a file. Everything is lost at exit. */
export function memoryStore(): Store<EmbeddedTransaction> {
  return sqliteStore(':memory:');
}
