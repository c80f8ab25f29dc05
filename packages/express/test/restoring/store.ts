import pg from 'pg';
import { historyMarkFile, type CheckoutOptions } from '../../src/index.ts';
import { embeddedStore, type EmbeddedTransaction } from '../../src/stores/embedded.ts';
import type { OrderOfPayment } from '../../src/recovery/order-of-payment.ts';
import { postgresStore } from '../../src/stores/postgres.ts';
import type { Store } from '../../src/payments/store.ts';

/** Which database the shop of the test has: the file of docs/restoring.md in this folder, or the server at `url`. */
export interface Database {
  readonly folder: string;
  readonly url: string | undefined;
}

type Opened = Pick<CheckoutOptions<EmbeddedTransaction>, 'store' | 'historyMark'> & {
  readonly end: () => Promise<void>;
};

/** Opens the shop's store, with a history mark outside of it. */
export function openStore({ folder, url }: Database): Opened {
  if (url === undefined) {
    return { store: embeddedStore({ file: `${folder}/.pgw/payments.db` }), end: () => Promise.resolve() };
  }
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  return {
    // The handler of this shop does not use its transaction, so the type of `tx` does not matter.
    store: postgresStore({ pool }) as unknown as Store<EmbeddedTransaction>,
    historyMark: historyMarkFile(`${folder}/pgw.mark`),
    end: () => pool.end(),
  };
}

/** The shop's orders are A1 to A9. */
export const orderOfPayment: OrderOfPayment = ({ matches }) =>
  Array.from({ length: 9 }, (_, index) => `A${index + 1}`).find(matches);
