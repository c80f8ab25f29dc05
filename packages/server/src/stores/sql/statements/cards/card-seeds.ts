import type { CardStore } from '../../../../model/ports/card-store.ts';
import type { Connection } from '../../connection.ts';

/**
 * Stores the seed of a period that has none, and deletes the seeds of periods before `deleteBefore`. Resolves
 * with the stored seed. The card keys of a period are derived from its seed.
 */
export async function getOrInsertCardSeed(
  connection: Connection,
  { period, seed, deleteBefore }: Parameters<CardStore['getOrInsertCardSeed']>[0],
): Promise<string> {
  const storedSeed = await findCardSeed(connection, period);
  if (storedSeed !== undefined) return storedSeed;
  return connection.run(async (db) => {
    await db
      .insertInto('pgwCardSeeds')
      .values({ period, seed })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db.deleteFrom('pgwCardSeeds').where('period', '<', deleteBefore).execute();
    const query = db.selectFrom('pgwCardSeeds').select('seed').where('period', '=', period);
    return (await query.executeTakeFirstOrThrow()).seed;
  });
}

/** Finds the seed of a period. */
export async function findCardSeed(connection: Connection, period: number): Promise<string | undefined> {
  return connection.run(async (db) => {
    const query = db.selectFrom('pgwCardSeeds').select('seed').where('period', '=', period);
    return (await query.executeTakeFirst())?.seed;
  });
}
