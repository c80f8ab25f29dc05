import type { Dialect } from 'kysely';
import type { Store } from '../store.ts';
import { Connection } from './connection.ts';
import * as fulfilment from './fulfilment.ts';
import * as inbox from './inbox.ts';
import * as maintenance from './maintenance.ts';
import { migrate } from './migrate.ts';
import { notesOf } from './notes.ts';
import * as payments from './payments.ts';
import * as refunds from './refunds.ts';

export interface SqlStoreOptions<Tx> {
  readonly dialect: Dialect;
  /** True when rows can be locked one by one, and locked ones skipped. */
  readonly locksRows: boolean;
  /** What `onPaid` writes with: made from the connection, whose current transaction it joins. */
  readonly handle: (connection: Connection) => Tx;
  /** Prepares what the dialect connects to; runs once, before the first query. */
  readonly prepare?: () => void | Promise<void>;
}

/** The one store over every SQL dialect. */
export function sqlStore<Tx>(options: SqlStoreOptions<Tx>): Store<Tx> {
  const connection = new Connection(options.dialect, options.locksRows);
  return {
    open: async () => {
      await options.prepare?.();
      await migrate(connection);
    },
    close: () => connection.close(),

    insertPayment: (payment, note) => payments.insertPayment(connection, payment, note),
    findPayment: (reference) => payments.findPayment(connection, reference),
    findAttempt: (orderId, attempt) => payments.findAttempt(connection, orderId, attempt),
    findPayments: (filter) => payments.findPayments(connection, filter),
    updatePayment: (payment, change, note) => payments.updatePayment(connection, payment, change, note),
    updatePaid: (payment, change, note) => payments.updatePaid(connection, payment, change, note),

    insertCallback: (callback, note) => inbox.insertCallback(connection, callback, note),
    callbacksOf: (reference) => inbox.callbacksOf(connection, reference),
    insertRejectedCallback: (callback, keep) => inbox.insertRejectedCallback(connection, callback, keep),
    rejectedCallbacks: (limit) => inbox.rejectedCallbacks(connection, limit),
    notesOf: (reference) => notesOf(connection, reference),

    claimPaymentsToAsk: (now, until, limit) => payments.claimPaymentsToAsk(connection, now, until, limit),
    takeBudget: (budget) => maintenance.takeBudget(connection, budget),
    paymentsToFulfil: (now, limit) => fulfilment.paymentsToFulfil(connection, now, limit),
    fulfil: (reference, note, work) =>
      fulfilment.fulfil(connection, reference, note, (payment) => work(payment, options.handle(connection))),

    insertRefund: (payment, refund, note) => refunds.insertRefund(connection, { payment, refund, note }),
    findRefund: (key) => refunds.findRefund(connection, key),
    refundsOf: (reference) => refunds.refundsOf(connection, reference),
    updateRefund: (refund, change, note) => refunds.updateRefund(connection, refund, change, note),
    claimRefundsToAsk: (now, until, limit) => refunds.claimRefundsToAsk(connection, now, until, limit),

    purge: (retention) => maintenance.purge(connection, retention),
  };
}
