import type { Transaction } from 'kysely';
import type { CardStore, TriesResult, TryCount, CountedTry } from '../../../cards/card-store.ts';
import type { Connection } from '../connection.ts';
import { integer } from '../rows/column-schemas.ts';
import type { Tables } from '../rows/tables.ts';

/** Error that rolls back the counts when one key has reached its limit. */
class LimitReached extends Error {
  readonly reachedTry: CountedTry;

  constructor(reachedTry: CountedTry) {
    super('A key has reached its limit.');
    this.reachedTry = reachedTry;
  }
}

/** Counts one attempt for each key, or for no key if one of them is at its maximum. */
export async function countTries(
  connection: Connection,
  { counts, windowMs, now }: Parameters<CardStore['countTries']>[0],
): Promise<TriesResult> {
  // Every transaction locks in the same order, which prevents deadlocks.
  const ordered = counts.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  let reachedTry: CountedTry | undefined;
  try {
    return await connection.transaction(async (db) => {
      const tries: CountedTry[] = [];
      for (const count of ordered) {
        const { endsAt, isWithin } = await countOne(db, count, { windowMs, now });
        if (!isWithin) throw new LimitReached((reachedTry = { key: count.key, endsAt }));
        tries.push({ key: count.key, endsAt });
      }
      return { isGranted: true, tries } as const;
    });
  } catch (error) {
    if (reachedTry === undefined) throw error;
    return { isGranted: false, ...reachedTry };
  }
}

/** Reverts counted attempts whose window has not ended. */
export async function revertTries(connection: Connection, tries: readonly CountedTry[]): Promise<void> {
  const ordered = tries.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  await connection.transaction(async (db) => {
    for (const { key, endsAt } of ordered) {
      await db
        .updateTable('pgwCardTries')
        .set((expression) => ({ count: expression('count', '-', 1) }))
        .where('key', '=', key)
        .where('endsAt', '=', endsAt)
        .where('count', '>', 0)
        .execute();
    }
  });
}

/** Counts one attempt for a key. It is one statement, so that it returns the count that it has written. */
async function countOne(
  db: Transaction<Tables>,
  { key, max }: TryCount,
  { windowMs, now }: { readonly windowMs: number; readonly now: number },
): Promise<{ readonly endsAt: number; readonly isWithin: boolean }> {
  const row = await db
    .insertInto('pgwCardTries')
    .values({ key, count: 1, endsAt: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((expression) => {
        const hasEnded = expression('pgwCardTries.endsAt', '<=', now);
        return {
          count: expression
            .case()
            .when(hasEnded)
            .then(1)
            .else(expression('pgwCardTries.count', '+', 1))
            .end(),
          endsAt: expression
            .case()
            .when(hasEnded)
            .then(now + windowMs)
            .else(expression.ref('pgwCardTries.endsAt'))
            .end(),
        };
      }),
    )
    .returning(['count', 'endsAt'])
    .executeTakeFirstOrThrow();
  return { endsAt: integer.parse(row.endsAt), isWithin: integer.parse(row.count) <= max };
}
