import type { CardStore, UsesResult, UseLimit, CountedUse } from '../../../model/ports/card-store.ts';
import type { Database } from '../schema.ts';
import { Rollback, type Connection } from '../connection.ts';
import { integerSchema } from '../columns.ts';

/** Error that rolls back the counts when one key has reached its limit. */
class LimitReached extends Rollback {
  readonly refusedUse: CountedUse;

  constructor(refusedUse: CountedUse) {
    super('A key has reached its limit.');
    this.refusedUse = refusedUse;
  }
}

/** Counts one use of each key, or for no key if one of them is at its maximum. */
export async function countUses(
  connection: Connection,
  { limits, windowMs, now }: Parameters<CardStore['countUses']>[0],
): Promise<UsesResult> {
  // Every transaction locks in the same order, which prevents deadlocks.
  const sortedLimits = limits.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  try {
    return await connection.transaction(async (db) => {
      const uses: CountedUse[] = [];
      for (const limit of sortedLimits) {
        const { endsAt, isWithinLimit } = await countUse(db, limit, { windowMs, now });
        if (!isWithinLimit) throw new LimitReached({ key: limit.key, endsAt });
        uses.push({ key: limit.key, endsAt });
      }
      return { isGranted: true, uses } as const;
    });
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return { isGranted: false, ...error.refusedUse };
  }
}

/** Reverts counted uses whose window has not ended. */
export async function revertUses(connection: Connection, uses: readonly CountedUse[]): Promise<void> {
  const sortedUses = uses.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  await connection.transaction(async (db) => {
    for (const { key, endsAt } of sortedUses) {
      await db
        .updateTable('pgwUseCounts')
        .set((expression) => ({ count: expression('count', '-', 1) }))
        .where('key', '=', key)
        .where('endsAt', '=', endsAt)
        .where('count', '>', 0)
        .execute();
    }
  });
}

/** Counts one use of a key. It is one statement, so that it returns the count that it has written. */
async function countUse(
  db: Database,
  { key, max }: UseLimit,
  { windowMs, now }: { readonly windowMs: number; readonly now: number },
): Promise<{ readonly endsAt: number; readonly isWithinLimit: boolean }> {
  const row = await db
    .insertInto('pgwUseCounts')
    .values({ key, count: 1, endsAt: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((expression) => {
        const hasEnded = expression('pgwUseCounts.endsAt', '<=', now);
        return {
          count: expression
            .case()
            .when(hasEnded)
            .then(1)
            .else(expression('pgwUseCounts.count', '+', 1))
            .end(),
          endsAt: expression
            .case()
            .when(hasEnded)
            .then(now + windowMs)
            .else(expression.ref('pgwUseCounts.endsAt'))
            .end(),
        };
      }),
    )
    .returning(['count', 'endsAt'])
    .executeTakeFirstOrThrow();
  return { endsAt: integerSchema.parse(row.endsAt), isWithinLimit: integerSchema.parse(row.count) <= max };
}
