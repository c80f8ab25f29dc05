import pg from 'pg';
import type { CheckoutOptions } from '../../src/adapters/express/index.ts';
import { fileHistoryMark } from '../../src/index.ts';
import { embeddedStore, type EmbeddedTransaction } from '../../src/stores/embedded.ts';
import type { ResolveUnknownPayment } from '../../src/model/unknown-payment.ts';
import { postgresStore } from '../../src/stores/postgres.ts';
import type { Store } from '../../src/model/ports/store.ts';

/**
 * The database of the shop: a SQLite file in `folder`, as docs/restoring.md names it, or the PostgreSQL
 * server at `url`.
 */
export interface Database {
  readonly folder: string;
  readonly url: string | undefined;
}

type OpenedStore = Pick<CheckoutOptions<EmbeddedTransaction>, 'store' | 'historyMark'> & {
  /** Closes what the store does not close itself. */
  readonly close: () => Promise<void>;
};

/** Creates the shop's store. A PostgreSQL store has its history mark in a file of the folder. */
export function createStore({ folder, url }: Database): OpenedStore {
  if (url === undefined) {
    return { store: embeddedStore({ file: `${folder}/.pgw/payments.db` }), close: () => Promise.resolve() };
  }
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  return {
    // The handler of this shop does not use its transaction, so the type of `tx` does not matter.
    store: postgresStore({ pool }) as unknown as Store<EmbeddedTransaction>,
    historyMark: fileHistoryMark(`${folder}/pgw.mark`),
    close: () => pool.end(),
  };
}

/** Finds the order of a payment. The shop's orders are A1 to A9. */
export const resolveUnknownPayment: ResolveUnknownPayment = ({ matches }) =>
  Array.from({ length: 9 }, (_, index) => `A${index + 1}`).find(matches);
