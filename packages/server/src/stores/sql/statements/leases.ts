import { normalizeReference } from '@pgw/protocol';
import { sql, type RawBuilder } from 'kysely';
import type { Leased, LeaseRequest, LeaseRequests } from '../../../model/ports/kinds.ts';
import { longestIntervalsMs } from '../../../model/schedule.ts';
import type { Connection } from '../connection.ts';
import { readPayment } from '../rows/payment-row.ts';
import { tables } from '../schema.ts';
import { readHook } from './hook-registry.ts';
import { leaseRechecks } from './payments/rechecks.ts';

/** Leases what is due in a queue; see `Store.lease`. */
export const leases: {
  readonly [Queue in keyof Leased]: (
    connection: Connection,
    request: LeaseRequests[Queue],
  ) => Promise<Leased[Queue][]>;
} = {
  callbacks: async (connection, request) =>
    (await leaseDue(connection, dueCallbacks, request)).map((row) => {
      const { id, referenceKey, ...callback } = tables.pgwCallbacks.rowSchema.parse(row);
      const { transactionNumber, status, rawBody, receivedAt } = callback;
      // A look-up normalizes the reference, so the normalized reference finds the payment.
      return { id, reference: referenceKey, transactionNumber, status, rawBody, receivedAt };
    }),

  hooks: async (connection, { hooks: names, ...request }) => {
    const filter = names && sql`and name in (${sql.join(names)})`;
    const source = filter === undefined ? dueHooks : { ...dueHooks, filter };
    const hooks = (await leaseDue(connection, source, request)).map(readHook);
    if (hooks.length === 0) return [];
    const keys = hooks.map(({ reference }) => normalizeReference(reference));
    const rows = await connection.run((db) =>
      db.selectFrom('pgwPayments').selectAll().where('referenceKey', 'in', keys).execute(),
    );
    const payments = new Map(rows.map((row) => [row.referenceKey, readPayment(row)]));
    return hooks.flatMap((hook) => {
      const payment = payments.get(normalizeReference(hook.reference));
      return payment === undefined ? [] : [{ hook: { ...hook, reference: payment.reference }, payment }];
    });
  },

  operations: async (connection, request) =>
    (await leaseDue(connection, dueOperations, request)).map((row) => tables.pgwOperations.schema.parse(row)),

  payments: async (connection, request) =>
    (await leaseNewestFirst(connection, duePayments, request)).map(readPayment),

  rechecks: leaseRechecks,
};

const dueCallbacks: LeaseSource = {
  table: 'pgwCallbacks',
  key: 'id',
  due: 'dueAt',
  longestIntervalMs: longestIntervalsMs.callback,
  counters: [],
};

const dueHooks: LeaseSource = {
  table: 'pgwHooks',
  key: 'key',
  due: 'nextAttemptAt',
  longestIntervalMs: longestIntervalsMs.fulfill,
  counters: ['attempts'],
};

const dueOperations: LeaseSource = {
  table: 'pgwOperations',
  key: 'id',
  due: 'nextQueryAt',
  longestIntervalMs: longestIntervalsMs.query,
  counters: ['version'],
};

const duePayments: LeaseSource = {
  table: 'pgwPayments',
  key: 'referenceKey',
  due: 'nextQueryAt',
  longestIntervalMs: longestIntervalsMs.query,
  counters: ['version'],
  createdAt: 'createdAt',
};

/** A table whose rows become due, with the columns for leases. */
interface LeaseSource {
  readonly table: string;
  readonly key: string;
  /** The column with the due time. */
  readonly due: string;
  /**
   * The longest interval of the schedule. A row that is due after a longer time was scheduled before the
   * clock was set back, so it is due now.
   */
  readonly longestIntervalMs: number;
  /** Columns that a lease increments. */
  readonly counters: readonly string[];
  /** A condition of the rows that may be leased. */
  readonly filter?: RawBuilder<unknown>;
  /** The column with the time of creation, for leases of the newest rows. */
  readonly createdAt?: string;
}

/**
 * Leases up to `limit` due rows, the oldest first. Only one process leases a row. On PostgreSQL, no process
 * waits for another process. Resolves with the leased rows in any order.
 */
async function leaseDue(
  connection: Connection,
  source: LeaseSource,
  options: LeaseRequest,
): Promise<readonly unknown[]> {
  const { now, limit } = options;
  const leasedRows = await lease(connection, source, { ...options, condition: sql`<= ${now}` });
  const remainingLimit = limit - leasedRows.length;
  if (remainingLimit <= 0) return leasedRows;
  const tooFarAhead = sql`> ${Math.max(now, options.until) + source.longestIntervalMs}`;
  // The check is first, because a lease takes the write lock of SQLite.
  if (!(await hasRows(connection, source, tooFarAhead))) return leasedRows;
  return [
    ...leasedRows,
    ...(await lease(connection, source, { ...options, limit: remainingLimit, condition: tooFarAhead })),
  ];
}

/**
 * Leases up to `limit` due rows. If more rows are due, `longestDue` of them are the rows that have been due longest, and the
 * others are the newest rows. So a backlog does not delay new rows.
 */
async function leaseNewestFirst(
  connection: Connection,
  source: LeaseSource,
  { longestDue = 0, ...options }: LeaseRequests['payments'],
): Promise<readonly unknown[]> {
  const { now, limit } = options;
  if (limit <= 0) return [];
  const condition = sql`<= ${now}`;
  const hasBacklog = await hasRows(connection, source, condition, limit);
  if (!hasBacklog) return leaseDue(connection, source, options);
  const oldRows = await lease(connection, source, { ...options, limit: longestDue, condition });
  const newRows = await lease(
    connection,
    source,
    { ...options, limit: limit - oldRows.length, condition },
    sql`${sql.ref(source.createdAt ?? source.due)} desc`,
  );
  return [...oldRows, ...newRows];
}

/** True if more than `skipped` rows match a condition. */
async function hasRows(
  connection: Connection,
  { table, due, filter = sql`` }: LeaseSource,
  condition: Condition,
  skipped = 0,
): Promise<boolean> {
  return connection.run(async (db) => {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where account = ${db.account} and ${sql.ref(due)} ${condition} ${filter} limit 1 offset ${skipped}`.execute(
        db,
      );
    return rows.length > 0;
  });
}

type Condition = RawBuilder<unknown>;

async function lease(
  connection: Connection,
  { table, key, due, counters, filter = sql`` }: LeaseSource,
  { until, limit, condition }: LeaseRequest & { readonly condition: Condition },
  order: RawBuilder<unknown> = sql.ref(due),
): Promise<readonly unknown[]> {
  if (limit <= 0) return [];
  const increments = counters.map((column) => sql`, ${sql.ref(column)} = ${sql.ref(column)} + 1`);
  const lock = connection.backend.hasRowLocks ? sql`for update skip locked` : sql``;
  return connection.run(async (db) => {
    const { rows } = await sql`
      with due as materialized (
        select ${sql.ref(key)} from ${sql.table(table)} where account = ${db.account} and ${sql.ref(due)} ${condition} ${filter}
        order by ${order} limit ${limit} ${lock}
      )
      update ${sql.table(table)} set ${sql.ref(due)} = ${until}${sql.join(increments, sql``)}
      where account = ${db.account} and ${sql.ref(key)} in (select ${sql.ref(key)} from due) returning *`.execute(
      db,
    );
    return rows;
  });
}
