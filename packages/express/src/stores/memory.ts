import { sqliteStore, type EmbeddedTransaction } from './embedded.ts';
import type { Store } from '../payments/store.ts';

/**
 * Makes a store in the memory of this process, for tests: the embedded store without a file. Its data is
 * deleted at exit.
 */
export function memoryStore(): Store<EmbeddedTransaction> {
  return sqliteStore(':memory:');
}
