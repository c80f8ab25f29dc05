import { sql, type RawBuilder } from 'kysely';
import type { Connection } from '../connection.ts';

/** Rows of a table that are due at a time. */
export interface Claims {
  readonly table: string;
  readonly key: string;
  /** The column that says when. */
  readonly due: string;
  /** Rows that are due further ahead than this were scheduled before the clock was set back: they are due now. */
  readonly longestIntervalMs: number;
  /** Columns that count the claim. */
  readonly counters: readonly string[];
}

export interface ClaimOptions {
  readonly now: number;
  /** Until then nobody else claims what is claimed now. */
  readonly until: number;
  readonly limit: number;
}

/**
 * Takes up to `limit` rows that are due, the longest due first: each by one of many processes, none waiting for another.
 * Answers the rows as they are now.
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
  // Looked up first, since the claim itself would take the write lock of SQLite.
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
