import { sql } from 'kysely';
import type { CardStore, UsesResult, UseLimit, CountedUse } from '../../../model/ports/card-store.ts';
import type { Database } from '../schema.ts';
import type { Connection } from '../connection.ts';
import { integerSchema } from '../columns.ts';

type Request = Parameters<CardStore['countUses']>[0];

/** Every transaction locks in the same order, which prevents deadlocks. */
const byKey = (one: UseLimit | CountedUse, other: UseLimit | CountedUse): number =>
  one.key < other.key ? -1 : 1;

/** Returns a function that counts uses; see `Store.countUses`. Without locks of rows, concurrent requests share a transaction. */
export function createUseCounter(connection: Connection): CardStore['countUses'] {
  const countInBatch = connection.batch('countUses', {
    run: (requests: readonly Request[]) => countAll(connection, requests),
    maxBatchSize: () => 100,
  });
  // Two transactions that lock the keys of several requests could wait for each other.
  return (request) =>
    connection.backend.hasRowLocks || connection.isInTransaction
      ? countUses(connection, request)
      : countInBatch(request);
}

/** Counts one use of each key, or for no key if one of them is at its maximum. */
export async function countUses(connection: Connection, request: Request): Promise<UsesResult> {
  const [result] = await countAll(connection, [request]);
  // There is one result per request.
  return result as UsesResult;
}

async function countAll(
  connection: Connection,
  requests: readonly Request[],
): Promise<readonly UsesResult[]> {
  const run = async (db: Database): Promise<readonly UsesResult[]> => {
    const results: UsesResult[] = [];
    for (const request of requests) results.push(await count(db, request));
    return results;
  };
  // The count of one key is one statement, which needs no transaction.
  const hasOneKey = requests.flatMap(({ limits }) => limits).length <= 1;
  return hasOneKey ? connection.run(run) : connection.transaction(run);
}

async function count(db: Database, { limits, windowMs, now }: Request): Promise<UsesResult> {
  const uses: CountedUse[] = [];
  for (const limit of limits.toSorted(byKey)) {
    const use = await countUse(db, limit, { endsAt: now + windowMs, now });
    if (use === undefined) {
      await revert(db, uses);
      const row = await db
        .selectFrom('pgwUseCounts')
        .select('endsAt')
        .where('key', '=', limit.key)
        .executeTakeFirst();
      // A window that has just ended may be deleted.
      return { isGranted: false, key: limit.key, endsAt: integerSchema.parse(row?.endsAt ?? now) };
    }
    uses.push(use);
  }
  return { isGranted: true, uses };
}

/** Reverts counted uses whose window has not ended. */
export async function revertUses(connection: Connection, uses: readonly CountedUse[]): Promise<void> {
  await connection.transaction((db) => revert(db, uses.toSorted(byKey)));
}

async function revert(db: Database, uses: readonly CountedUse[]): Promise<void> {
  for (const { key, endsAt } of uses) {
    await db
      .updateTable('pgwUseCounts')
      .set((expression) => ({ count: expression('count', '-', 1) }))
      .where('key', '=', key)
      .where('endsAt', '=', endsAt)
      .where('count', '>', 0)
      .execute();
  }
}

/** Counts one use of a key, in one statement. Resolves with undefined when the key is at its maximum. */
async function countUse(
  db: Database,
  { key, max }: UseLimit,
  { endsAt, now }: { readonly endsAt: number; readonly now: number },
): Promise<CountedUse | undefined> {
  const hasEnded = sql`pgw_use_counts.ends_at <= ${now}`;
  const { rows } = await sql<{ readonly endsAt: unknown }>`
    insert into pgw_use_counts (account, key, count, ends_at) values (${db.account}, ${key}, 1, ${endsAt})
    on conflict (account, key) do update set
      count = case when ${hasEnded} then 1 else pgw_use_counts.count + 1 end,
      ends_at = case when ${hasEnded} then excluded.ends_at else pgw_use_counts.ends_at end
    where ${hasEnded} or pgw_use_counts.count < cast(${max} as bigint) returning ends_at`.execute(db);
  return rows[0] && { key, endsAt: integerSchema.parse(rows[0].endsAt) };
}
