import { normalizeReference, PgwError } from '@pgw/protocol';
import { sql } from 'kysely';
import type { Operation } from '../../model/operations/operation.ts';
import type { DurabilityFinding } from '../../model/ports/durability.ts';
import type { OpeningAccount } from '../../model/ports/account-store.ts';
import type { HookStore } from '../../model/ports/hook-store.ts';
import type { RecoveryStore } from '../../model/ports/recovery-store.ts';
import type { Leased, LeaseRequest, Listed, Store } from '../../model/ports/store.ts';
import { addAccount, findOwnAccount, listAccounts, markSwept } from './statements/accounts.ts';
import { createAllAccounts } from './statements/all-accounts.ts';
import * as approvals from './statements/approvals.ts';
import * as audit from './statements/audit.ts';
import { bindAll } from './bind-all.ts';
import * as cardSeeds from './statements/cards/card-seeds.ts';
import * as useCounts from './statements/use-counts.ts';
import { Connection, type ConnectionOptions, type RunningTransaction } from './connection.ts';
import * as hooks from './statements/hooks.ts';
import { endUncallableHooks, readHook, registerHooks } from './statements/hook-registry.ts';
import * as callbacks from './statements/callbacks/callbacks.ts';
import * as erasure from './statements/erasure.ts';
import * as maintenance from './statements/maintenance.ts';
import { migrate } from './migrations/migrate.ts';
import * as payments from './statements/payments/payments.ts';
import * as rechecks from './statements/payments/rechecks.ts';
import { createCallbackReceiver } from './statements/callbacks/callback-receipt.ts';
import { tables } from './schema.ts';
import { toUnreachableError } from './store-errors.ts';
import * as savedCards from './statements/cards/saved-cards.ts';
import { createOperationStore, leaseOperations } from './statements/operations/operations.ts';
import type { PlanWriterOptions } from './batching/plan-writer.ts';
import { createCommit } from './commit.ts';
import { ConcurrencyLimiter } from './batching/concurrency-limiter.ts';
import { createStartWriter } from './statements/payments/starts.ts';
import { createRecoveryStore } from './statements/payments/unknown-transactions.ts';

const leases: {
  readonly [Queue in keyof Leased]: (
    connection: Connection,
    request: LeaseRequest,
  ) => Promise<Leased[Queue][]>;
} = {
  callbacks: callbacks.leaseCallbacks,
  hooks: hooks.leaseHooks,
  operations: leaseOperations,
  payments: payments.leasePayments,
};

/** The options of {@link createSqlStore}. */
export interface SqlStoreOptions<Tx> extends ConnectionOptions {
  /** The maximum number of transactions that run `onPaid`. */
  readonly maxOnPaidTransactions: number;
  /** Makes the `tx` of `onPaid` for a running transaction. */
  readonly createTx: (runningTransaction: RunningTransaction) => Tx;
  /** Prepares the database. Called before the tables are created. */
  readonly prepare?: (connection: Connection) => void | Promise<void>;
  readonly history?: Pick<RecoveryStore, 'historyMark' | 'needsHistoryMark'> | undefined;
  /** Reads why a power failure can lose what the database has confirmed. */
  readonly findRisks: (connection: Connection) => Promise<readonly DurabilityFinding[]>;
}

/** Creates a store for a SQL dialect. */
export function createSqlStore<Tx>(options: SqlStoreOptions<Tx>): Store<Tx> {
  const limiter = new ConcurrencyLimiter(options.maxOnPaidTransactions);
  const connection = Connection.create(options);
  let opening: Promise<void> | undefined;
  const openDatabase = (): Promise<void> =>
    (opening ??= open(connection.forNoAccount(), options).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
  return createStoreOfAccount(connection, { ...options, limiter, openDatabase });
}

async function open<Tx>(connection: Connection, { prepare }: SqlStoreOptions<Tx>): Promise<void> {
  await Promise.resolve(prepare?.(connection)).catch((error: unknown) => {
    throw toUnreachableError(error) ?? error;
  });
  await migrate(connection);
}

/** What the stores of all accounts of a database share. */
interface SharedOptions<Tx> extends SqlStoreOptions<Tx> {
  readonly limiter: ConcurrencyLimiter;
  /** Creates or migrates the tables, once. */
  readonly openDatabase: () => Promise<void>;
}

/** Creates the store of one account. `open` finds the account. */
function createStoreOfAccount<Tx>(connection: Connection, options: SharedOptions<Tx>): Store<Tx> {
  const { createTx, limiter, maxOnPaidTransactions } = options;
  const getAccountId = (): number => {
    if (connection.account !== undefined) return connection.account;
    throw new PgwError('store-unavailable', 'The payment store has no account before it is open.');
  };
  const findPaymentsOfOrder = payments.createOrderFinder(connection);
  const startWriter = createStartWriter(connection);
  const insertCallback = callbacks.createCallbackInserter(connection);
  const findPayment = payments.createPaymentFinder(connection);
  return {
    ...createAccountMethods(connection, options.openDatabase),
    getAccountId,
    forAnotherAccount: () => createStoreOfAccount(connection.fork(), options),
    ...options.history,
    close: () => connection.close(),
    findDurabilityRisks: () => options.findRisks(connection.forNoAccount()),

    insertPayment: (payment, note) => startWriter.insert({ payment, note }),
    findPayment,
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
    releaseCallbacks: (ids, now) => callbacks.releaseCallbacks(connection, ids, now),
    insertRejectedCallback: (callback, maxCount) =>
      callbacks.insertRejectedCallback(connection, callback, maxCount),
    listRejectedCallbacks: (limit) => callbacks.listRejectedCallbacks(connection, limit),
    ...createRecoveryStore(connection),
    list: (of, reference) => list(connection, of, reference),
    lease: (queue, request) => leases[queue](connection, request),

    ...createHookMethods(connection, { limiter, createTx }),
    ...createOperationStore(connection),
    ...bindAll(connection, approvals),
    ...bindAll(connection, cardSeeds),
    ...bindAll(connection, savedCards),
    ...bindAll(connection, useCounts),
    ...bindAll(connection, maintenance),
    ...bindAll(connection, erasure),
    ...bindAll(connection, {
      leaseRechecks: rechecks.leaseRechecks,
      findRecheckDelay: rechecks.findRecheckDelay,
    }),
    ...bindAll(connection, audit),
  };
}

function createAccountMethods(connection: Connection, openDatabase: () => Promise<void>) {
  return {
    open: async (account?: OpeningAccount) => {
      const findAccount = () => findOwnAccount(connection.forNoAccount(), account);
      await connection.setAccount(openDatabase().then(findAccount));
    },
    listAccounts: (filter?: Parameters<typeof listAccounts>[1]) =>
      listAccounts(connection.forNoAccount(), filter),
    addAccount: (account: OpeningAccount) => addAccount(connection.forNoAccount(), account),
    markSwept: (now: number) => markSwept(connection, now),
    forAllAccounts: () => createAllAccounts(connection, openDatabase),
  } satisfies Partial<Store>;
}

function createHookMethods<Tx>(
  connection: Connection,
  { limiter, createTx }: Pick<PlanWriterOptions<Tx>, 'limiter' | 'createTx'>,
): HookStore<Tx> {
  return {
    ...bindAll(connection, { registerHooks, endUncallableHooks }),
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
  };
}

const readOperation = (row: unknown): Operation => tables.pgwOperations.schema.parse(row);
const inOrder = 'created_at, id';

/** What each list selects, its order, and how a row is read. */
const lists: {
  readonly [Of in keyof Listed]: readonly [
    rows: string,
    order: string,
    read: (row: unknown, reference: string) => Listed[Of],
  ];
} = {
  callbacks: [
    'pgw_callbacks where',
    'id',
    (row, reference) => ({ reference, ...tables.pgwCallbacks.schema.parse(row) }),
  ],
  hooks: ['pgw_hooks where', 'position, key', (row, reference) => ({ ...readHook(row), reference })],
  // The id has the time, so entries with the same time have the order in which they were written.
  notes: ['pgw_notes where', 'id', (row, reference) => ({ reference, ...tables.pgwNotes.schema.parse(row) })],
  operations: ['pgw_operations where', inOrder, readOperation],
  refunds: ["pgw_operations where kind = 'refund' and", inOrder, readOperation],
  captures: ["pgw_operations where kind = 'capture' and", inOrder, readOperation],
  payouts: ["pgw_operations where kind = 'payout' and", inOrder, readOperation],
};

function list<Of extends keyof Listed>(connection: Connection, of: Of, reference: string) {
  const [rowsOf, order, read] = lists[of];
  return connection.run(async (db) => {
    const key = normalizeReference(reference);
    const query = sql`select * from ${sql.raw(rowsOf)} account = ${db.account} and reference_key = ${key} order by ${sql.raw(order)}`;
    return (await query.execute(db)).rows.map((row) => read(row, reference));
  });
}
