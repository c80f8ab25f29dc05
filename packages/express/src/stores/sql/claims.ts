import { sql } from 'kysely';
import type { Connection } from './connection.ts';

/** Rows of a table that are due at a time. */
export interface Claims {
  readonly table: string;
  readonly key: string;
  /** The column that says when. */
  readonly due: string;
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
  { table, key, due, counters }: Claims,
  { now, until, limit }: ClaimOptions,
): Promise<readonly unknown[]> {
  if (limit <= 0) return [];
  const counted = counters.map((column) => sql`, ${sql.ref(column)} = ${sql.ref(column)} + 1`);
  const lock = connection.locksRows ? sql`for update skip locked` : sql``;
  return connection.run(async (db) => {
    const { rows } = await sql`
      with due as materialized (
        select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(due)} <= ${now}
        order by ${sql.ref(due)} limit ${limit} ${lock}
      )
      update ${sql.table(table)} set ${sql.ref(due)} = ${until}${sql.join(counted, sql``)}
      where ${sql.ref(key)} in (select ${sql.ref(key)} from due) returning *`.execute(db);
    return rows;
  });
}
