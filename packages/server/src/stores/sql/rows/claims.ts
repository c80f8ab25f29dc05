import { sql, type RawBuilder } from 'kysely';
import type { Connection } from '../connection.ts';

/** A table whose rows become due, with the columns for claims. */
export interface ClaimSource {
  readonly table: string;
  readonly key: string;
  /** The column with the due time. */
  readonly due: string;
  /**
   * The longest interval of the schedule. A row that is due after a longer time was scheduled before the
   * clock was set back, so it is due now.
   */
  readonly longestIntervalMs: number;
  /** Columns that a claim increments. */
  readonly counters: readonly string[];
  /** The column with the time of creation, for claims of the newest rows. */
  readonly createdAt?: string;
}

/** The time and the limit of a claim. */
export interface ClaimOptions {
  readonly now: number;
  /** No other process claims the rows before this time. */
  readonly until: number;
  readonly limit: number;
}

/**
 * Claims up to `limit` due rows, the oldest first. Only one process claims a row. On PostgreSQL, no process
 * waits for another process. Resolves with the claimed rows in any order.
 */
export async function claimDue(
  connection: Connection,
  source: ClaimSource,
  options: ClaimOptions,
): Promise<readonly unknown[]> {
  const { now, limit } = options;
  const claimedRows = await claim(connection, source, { ...options, condition: sql`<= ${now}` });
  const remainingLimit = limit - claimedRows.length;
  if (remainingLimit <= 0) return claimedRows;
  const tooFarAhead = sql`> ${Math.max(now, options.until) + source.longestIntervalMs}`;
  // The check is first, because a claim takes the write lock of SQLite.
  if (!(await hasRows(connection, source, tooFarAhead))) return claimedRows;
  return [
    ...claimedRows,
    ...(await claim(connection, source, { ...options, limit: remainingLimit, condition: tooFarAhead })),
  ];
}

/**
 * Claims up to `limit` due rows. If more rows are due, `longestDue` of them are the rows that have been due longest, and the
 * others are the newest rows. So a backlog does not delay new rows.
 */
export async function claimNewestFirst(
  connection: Connection,
  source: ClaimSource,
  { longestDue, ...options }: ClaimOptions & { readonly longestDue: number },
): Promise<readonly unknown[]> {
  const { now, limit } = options;
  if (limit <= 0) return [];
  const condition = sql`<= ${now}`;
  const hasBacklog = await hasRows(connection, source, condition, limit);
  if (!hasBacklog) return claimDue(connection, source, options);
  const oldRows = await claim(connection, source, { ...options, limit: longestDue, condition });
  const newRows = await claim(
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
  { table, due }: ClaimSource,
  condition: Condition,
  skipped = 0,
): Promise<boolean> {
  return connection.run(async (db) => {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(due)} ${condition} limit 1 offset ${skipped}`.execute(
        db,
      );
    return rows.length > 0;
  });
}

type Condition = RawBuilder<unknown>;

async function claim(
  connection: Connection,
  { table, key, due, counters }: ClaimSource,
  { until, limit, condition }: ClaimOptions & { readonly condition: Condition },
  order: RawBuilder<unknown> = sql.ref(due),
): Promise<readonly unknown[]> {
  if (limit <= 0) return [];
  const increments = counters.map((column) => sql`, ${sql.ref(column)} = ${sql.ref(column)} + 1`);
  const lock = connection.backend.hasRowLocks ? sql`for update skip locked` : sql``;
  return connection.run(async (db) => {
    const { rows } = await sql`
      with due as materialized (
        select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(due)} ${condition}
        order by ${order} limit ${limit} ${lock}
      )
      update ${sql.table(table)} set ${sql.ref(due)} = ${until}${sql.join(increments, sql``)}
      where ${sql.ref(key)} in (select ${sql.ref(key)} from due) returning *`.execute(db);
    return rows;
  });
}
