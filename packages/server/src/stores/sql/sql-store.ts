import { PgwError } from '@pgw/protocol';
import type { OpeningAccount } from '../../model/ports/account-store.ts';
import type { RecoveryStore } from '../../model/ports/recovery-store.ts';
import type { Facts, Inserted } from '../../model/ports/kinds.ts';
import type { Store, DurabilityFinding, HookStore } from '../../model/ports/store.ts';
import { findOwnAccount, listAccounts, markSwept } from './statements/accounts.ts';
import { createAllAccounts } from './statements/all-accounts.ts';
import * as useCounts from './statements/use-counts.ts';
import { Connection, type ConnectionOptions, type RunningTransaction } from './connection.ts';
import * as hooks from './statements/hooks.ts';
import { registerHooks } from './statements/hook-registry.ts';
import * as callbacks from './statements/callbacks.ts';
import { erase } from './statements/erasure.ts';
import * as maintenance from './statements/maintenance.ts';
import { migrate } from './migrations/migrate.ts';
import * as payments from './statements/payments/payments.ts';
import { toUnreachableError } from './store-errors.ts';
import type { PlanWriterOptions } from './batching/plan-writer.ts';
import { change, createFind, inserts } from './statements/by-key.ts';
import { leases } from './statements/leases.ts';
import { createSearch, list } from './statements/lists.ts';
import { hasHistoryPosition, readHistoryPosition } from './statements/notes.ts';
import { findRecheckDelay } from './statements/payments/rechecks.ts';
import { createCommit } from './commit.ts';
import { ConcurrencyLimiter } from './batching/concurrency-limiter.ts';
import { createStartWriter } from './statements/payments/writes.ts';

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
  const startWriter = createStartWriter(connection);
  const insertCallback = callbacks.createCallbackInserter(connection);
  const findPayment = payments.createPaymentFinder(connection);
  const allInserts: {
    readonly [Kind in keyof Inserted]: (of: Connection, row: Inserted[Kind]) => Promise<boolean>;
  } = { ...inserts, payment: (_connection, row) => startWriter.insert(row) };
  return {
    ...createAccountMethods(connection, options.openDatabase),
    getAccountId,
    forAnotherAccount: () => createStoreOfAccount(connection.fork(), options),
    ...options.history,
    close: () => connection.close(),
    findDurabilityRisks: () => options.findRisks(connection.forNoAccount()),

    find: createFind(connection, findPayment),
    list: (of, reference) => connection.run((db) => list(db, of, reference)),
    search: createSearch(connection),
    read: (of, ...request) => facts[of](connection, ...request),
    insert: (kind, row) => allInserts[kind](connection, row),
    change: (kind, key, values) => connection.run((db) => change(db, kind, key, values)),
    lease: (queue, request) => leases[queue](connection, request),
    setOrderPrice: (orderId, price, pricedAt) =>
      payments.setOrderPrice(connection, orderId, { ...price, pricedAt }),
    commit: createCommit<Tx>(connection, {
      maxTransactions: maxOnPaidTransactions,
      limiter,
      createTx,
      startWriter,
    }),

    insertCallback: (callback, dueAt) => callbacks.storeCallback(insertCallback, callback, dueAt),
    receiveCallback: callbacks.createCallbackReceiver(connection, {
      find: findPayment,
      insert: insertCallback,
    }),
    releaseCallbacks: (ids, now) => callbacks.releaseCallbacks(connection, ids, now),

    ...createHookMethods(connection, { limiter, createTx }),
    countUses: useCounts.createUseCounter(connection),
    revertUses: (uses) => useCounts.revertUses(connection, uses),
    erase: (subject) => erase(connection, subject),
    acquireQuota: (quota) => maintenance.acquireQuota(connection, quota),
    purge: (retention) => maintenance.purge(connection, retention),
  };
}

const facts: {
  readonly [Of in keyof Facts]: (
    connection: Connection,
    ...request: Facts[Of]['request']
  ) => Promise<Facts[Of]['fact']>;
} = {
  oldestDueAt: maintenance.findOldestDueAt,
  recheckDelay: findRecheckDelay,
  audit: maintenance.readAuditFacts,
  historyPosition: readHistoryPosition,
  hasHistoryPosition,
};

function createAccountMethods(connection: Connection, openDatabase: () => Promise<void>) {
  return {
    open: async (account?: OpeningAccount) => {
      const findAccount = () => findOwnAccount(connection.forNoAccount(), account);
      await connection.setAccount(openDatabase().then(findAccount));
    },
    listAccounts: (filter?: Parameters<typeof listAccounts>[1]) =>
      listAccounts(connection.forNoAccount(), filter),
    markSwept: (now: number) => markSwept(connection, now),
    forAllAccounts: () => createAllAccounts(connection, openDatabase),
  } satisfies Partial<Store>;
}

function createHookMethods<Tx>(
  connection: Connection,
  { limiter, createTx }: Pick<PlanWriterOptions<Tx>, 'limiter' | 'createTx'>,
): HookStore<Tx> {
  return {
    registerHooks: (...registration) => registerHooks(connection, ...registration),
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
