import type { Store } from '@pgw/server/store';

/** One guarantee of a store, as a test case. */
export interface StoreCase {
  /** The guarantee in one sentence, for the title of a test. */
  readonly title: string;
  /** Checks the guarantee with an open and empty store. Rejects when the store breaks it. */
  readonly run: (store: Store) => Promise<void>;
}
