import type { Store } from '../../payments/store.ts';

/** One guarantee of a store. `run` receives an open and empty store. */
export interface StoreCase {
  readonly title: string;
  readonly run: (store: Store) => Promise<void>;
}
