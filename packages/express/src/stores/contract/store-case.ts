import type { Store } from '../../payments/store.ts';

/** One promise of a store. `run` gets a store that is open and empty. */
export interface StoreCase {
  readonly title: string;
  readonly run: (store: Store) => Promise<void>;
}
