import { sqliteStore, type EmbeddedTransaction } from './sqlite-store.ts';
import type { Store } from '../model/ports/store.ts';

/**
 * Creates a store in the memory of this process, for tests. It is the embedded store without a file, and its
 * data is lost when the process ends.
 */
export function memoryStore(): Store<EmbeddedTransaction> {
  return sqliteStore(() => ':memory:');
}
