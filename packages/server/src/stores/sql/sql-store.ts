import type { DurabilityFinding } from '../../model/ports/durability.ts';
import type { HookStore } from '../../model/ports/hook-store.ts';
import type { Store } from '../../model/ports/store.ts';
import * as audit from './statements/audit.ts';
import { bindAll } from './bind-all.ts';
import * as cardSeeds from './statements/cards/card-seeds.ts';
import * as useCounts from './statements/use-counts.ts';
import { Connection, type ConnectionOptions, type RunningTransaction } from './connection.ts';
import * as hooks from './statements/hooks.ts';
import * as callbacks from './statements/callbacks/callbacks.ts';
import * as maintenance from './statements/maintenance.ts';
import { migrate } from './migrations/migrate.ts';
import { listNotes } from './statements/notes.ts';
import { createOrderFinder, findAttempt } from './statements/orders/order-look-ups.ts';
import * as payments from './statements/payments/payments.ts';
import { createCallbackReceiver } from './statements/callbacks/callback-receipt.ts';
import * as savedCards from './statements/cards/saved-cards.ts';
import { createOperationStore } from './statements/operations/operations.ts';
import type { PlanWriterOptions } from './batching/plan-writer.ts';
import { createCommit } from './commit.ts';
import { ConcurrencyLimiter } from './batching/concurrency-limiter.ts';
import { createStartWriter } from './statements/payments/starts.ts';
import { createRecoveryStore } from './statements/payments/unknown-transactions.ts';

/** The options of {@link createSqlStore}. */
export interface SqlStoreOptions<Tx> extends ConnectionOptions {
  /** The maximum number of transactions that run `onPaid`. */
  readonly maxOnPaidTransactions: number;
  /** Makes the `tx` of `onPaid` for a running transaction. */
  readonly createTx: (runningTransaction: RunningTransaction) => Tx;
  /** Prepares the database. Called before the tables are created. */
  readonly prepare?: (connection: Connection) => void | Promise<void>;
  /** Reads why a power failure can lose what the database has confirmed. */
  readonly findRisks: (connection: Connection) => Promise<readonly DurabilityFinding[]>;
}

/** Creates a store for a SQL dialect. */
export function createSqlStore<Tx>(options: SqlStoreOptions<Tx>): Store<Tx> {
  const { createTx, maxOnPaidTransactions } = options;
  const connection = new Connection(options);
  const limiter = new ConcurrencyLimiter(maxOnPaidTransactions);
  const findPaymentsOfOrder = createOrderFinder(connection);
  const startWriter = createStartWriter(connection);
  const insertCallback = callbacks.createCallbackInserter(connection);
  const findPayment = payments.createPaymentFinder(connection);
  return {
    open: async () => {
      await options.prepare?.(connection);
      await migrate(connection);
    },
    close: () => connection.close(),
    findDurabilityRisks: () => options.findRisks(connection),

    insertPayment: (payment, note) => startWriter.insert({ payment, note }),
    findPayment,
    findAttempt: (orderId, attempt) => findAttempt(connection, orderId, attempt),
    findPayments: (filter) => {
      const { orderId, ...rest } = filter;
      // Concurrent calls with only this condition share a statement.
      const hasOnlyOrderId = orderId !== undefined && Object.keys(rest).length === 0;
      return hasOnlyOrderId ? findPaymentsOfOrder(orderId) : payments.findPayments(connection, filter);
    },
    setOrderPrice: (orderId, price, pricedAt) =>
      payments.setOrderPrice(connection, orderId, { ...price, pricedAt }),
    commit: createCommit<Tx>(connection, {
      maxTransactions: maxOnPaidTransactions,
      limiter,
      createTx,
      startWriter,
    }),

    insertCallback: (callback, dueAt) => callbacks.storeCallback(insertCallback, callback, dueAt),
    receiveCallback: createCallbackReceiver(connection, { find: findPayment, insert: insertCallback }),
    leaseCallbacks: (now, until, limit) => callbacks.leaseCallbacks(connection, { now, until, limit }),
    releaseCallbacks: (ids, now) => callbacks.releaseCallbacks(connection, ids, now),
    listCallbacks: (reference) => callbacks.listCallbacks(connection, reference),
    insertRejectedCallback: (callback, maxCount) =>
      callbacks.insertRejectedCallback(connection, callback, maxCount),
    listRejectedCallbacks: (limit) => callbacks.listRejectedCallbacks(connection, limit),
    ...createRecoveryStore(connection),
    listNotes: (reference) => listNotes(connection, reference),

    leasePaymentsToQuery: (now, until, limit, longestDue = 0) =>
      payments.leasePaymentsToQuery(connection, { now, until, limit, longestDue }),

    ...createHookMethods(connection, { limiter, createTx }),
    ...createOperationStore(connection),
    ...bindAll(connection, cardSeeds),
    ...bindAll(connection, savedCards),
    ...bindAll(connection, useCounts),
    ...bindAll(connection, maintenance),
    ...bindAll(connection, audit),
  };
}

function createHookMethods<Tx>(
  connection: Connection,
  { limiter, createTx }: Pick<PlanWriterOptions<Tx>, 'limiter' | 'createTx'>,
): HookStore<Tx> {
  return {
    leaseHooks: (now, until, limit) => hooks.leaseHooks(connection, { now, until, limit }),
    runHook: (hook, { work, ...rest }) => {
      const run = () =>
        hooks.runHook(connection, hook, {
          ...rest,
          work: (payment, { tx, ...context }) => work(payment, { ...context, tx: createTx(tx) }),
        });
      return connection.isInTransaction ? run() : limiter.run(run);
    },
    runInTransaction: ({ work, ...rest }) => {
      const run = () => hooks.runInTransaction(connection, { ...rest, work: (tx) => work(createTx(tx)) });
      return connection.isInTransaction ? run() : limiter.run(run);
    },
    listHooks: (reference) => hooks.listHooks(connection, reference),
  };
}
