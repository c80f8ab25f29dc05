import type { Transaction } from 'kysely';
import type { CardStore, TriesResult, TryLimit, CountedTry } from '../../../../model/ports/card-store.ts';
import { Rollback, type Connection } from '../../connection.ts';
import { integerSchema } from '../../columns.ts';
import type { Tables } from '../../schema.ts';

/** Error that rolls back the counts when one key has reached its limit. */
class LimitReached extends Rollback {
  readonly refusedTry: CountedTry;

  constructor(refusedTry: CountedTry) {
    super('A key has reached its limit.');
    this.refusedTry = refusedTry;
  }
}

/** Counts one try for each key, or for no key if one of them is at its maximum. */
export async function countTries(
  connection: Connection,
  { limits, windowMs, now }: Parameters<CardStore['countTries']>[0],
): Promise<TriesResult> {
  // Every transaction locks in the same order, which prevents deadlocks.
  const sortedLimits = limits.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  try {
    return await connection.transaction(async (db) => {
      const tries: CountedTry[] = [];
      for (const limit of sortedLimits) {
        const { endsAt, isWithinLimit } = await countTry(db, limit, { windowMs, now });
        if (!isWithinLimit) throw new LimitReached({ key: limit.key, endsAt });
        tries.push({ key: limit.key, endsAt });
      }
      return { isGranted: true, tries } as const;
    });
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return { isGranted: false, ...error.refusedTry };
  }
}

/** Reverts counted tries whose window has not ended. */
export async function revertTries(connection: Connection, tries: readonly CountedTry[]): Promise<void> {
  const sortedTries = tries.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  await connection.transaction(async (db) => {
    for (const { key, endsAt } of sortedTries) {
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

/** Counts one try for a key. It is one statement, so that it returns the count that it has written. */
async function countTry(
  db: Transaction<Tables>,
  { key, max }: TryLimit,
  { windowMs, now }: { readonly windowMs: number; readonly now: number },
): Promise<{ readonly endsAt: number; readonly isWithinLimit: boolean }> {
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
  return { endsAt: integerSchema.parse(row.endsAt), isWithinLimit: integerSchema.parse(row.count) <= max };
}
