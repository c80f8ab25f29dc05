import { sql, type RawBuilder } from 'kysely';
import type { Connection } from '../connection.ts';

/** A table whose rows become due, and how they are claimed. */
export interface Claims {
  readonly table: string;
  readonly key: string;
  /** The column with the due time. */
  readonly due: string;
  /**
   * A row that is due later than this interval was scheduled before the clock was set back: it is due now.
   */
  readonly longestIntervalMs: number;
  /** Columns that a claim increments. */
  readonly counters: readonly string[];
}

/** The time and the limit of a claim. */
export interface ClaimOptions {
  readonly now: number;
  /** Until this time no other process claims the rows. */
  readonly until: number;
  readonly limit: number;
}

/**
 * Claims up to `limit` due rows, the oldest first. Each row is claimed by one process, and no process waits
 * for another. Resolves with the claimed rows.
 */
export async function claimDue(
  connection: Connection,
  claims: Claims,
  options: ClaimOptions,
): Promise<readonly unknown[]> {
  const { now, limit } = options;
  const claimed = await claim(connection, claims, { ...options, condition: sql`<= ${now}` });
  const rest = limit - claimed.length;
  if (rest <= 0) return claimed;
  const tooFar = sql`> ${Math.max(now, options.until) + claims.longestIntervalMs}`;
  // Checked first, because a claim takes the write lock of SQLite.
  if (!(await exists(connection, claims, tooFar))) return claimed;
  return [...claimed, ...(await claim(connection, claims, { ...options, limit: rest, condition: tooFar }))];
}

async function exists(
  connection: Connection,
  { table, due }: Claims,
  condition: Condition,
): Promise<boolean> {
  return connection.run(async (db) => {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(due)} ${condition} limit 1`.execute(db);
    return rows.length > 0;
  });
}

type Condition = RawBuilder<unknown>;

async function claim(
  connection: Connection,
  { table, key, due, counters }: Claims,
  { until, limit, condition }: ClaimOptions & { readonly condition: Condition },
): Promise<readonly unknown[]> {
  if (limit <= 0) return [];
  const counted = counters.map((column) => sql`, ${sql.ref(column)} = ${sql.ref(column)} + 1`);
  const lock = connection.locksRows ? sql`for update skip locked` : sql``;
  return connection.run(async (db) => {
    const { rows } = await sql`
      with due as materialized (
        select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(due)} ${condition}
        order by ${sql.ref(due)} limit ${limit} ${lock}
      )
      update ${sql.table(table)} set ${sql.ref(due)} = ${until}${sql.join(counted, sql``)}
      where ${sql.ref(key)} in (select ${sql.ref(key)} from due) returning *`.execute(db);
    return rows;
  });
}
