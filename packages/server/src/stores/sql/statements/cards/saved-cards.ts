import { normalizeReference } from '@pgw/protocol';
import { sql } from 'kysely';
import type { StoredCard } from '../../../../model/ports/card-store.ts';
import type { Connection } from '../../connection.ts';
import { tables } from '../../schema.ts';

/**
 * Stores a card. A card that the customer has saved before keeps its id and token, and refers to the new
 * payment.
 */
export async function upsertSavedCard(connection: Connection, card: StoredCard): Promise<void> {
  const { reference, ...row } = card;
  const referenceKey = normalizeReference(reference);
  const { expiry } = card;
  await connection.transaction(async (db) => {
    // An earlier card of this payment did not reach the gateway. It must not receive the token of this card, so
    // it is unlinked from the payment: its own id, which is unique, replaces the reference.
    await db
      .updateTable('pgwSavedCards')
      .set((expression) => ({ referenceKey: expression.ref('id') }))
      .where('referenceKey', '=', referenceKey)
      .execute();
    await db
      .insertInto('pgwSavedCards')
      .values({ ...row, referenceKey })
      // A card that the customer has saved before keeps its id, and its token until it has a new one.
      .onConflict((conflict) =>
        conflict.columns(['customerKey', 'cardKey']).doUpdateSet({ referenceKey, expiry }),
      )
      .execute();
  });
}

/** Lists the cards of a customer that have a token, newest first, at most 50. */
export async function listSavedCards(connection: Connection, customerKey: string): Promise<StoredCard[]> {
  return connection.run(async (db) => {
    const rows = await db
      .selectFrom('pgwSavedCards')
      .selectAll()
      .where('customerKey', '=', customerKey)
      .where('token', 'is not', null)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(50)
      .execute();
    return rows.map(toStoredCard);
  });
}

/** Finds the card that was stored with a payment. */
export async function findSavedCardOfPayment(
  connection: Connection,
  reference: string,
): Promise<StoredCard | undefined> {
  return connection.run(async (db) => {
    const query = db.selectFrom('pgwSavedCards').selectAll();
    const row = await query.where('referenceKey', '=', normalizeReference(reference)).executeTakeFirst();
    return row && toStoredCard(row);
  });
}

/** Stores the encrypted token of a card. */
export async function setCardToken(connection: Connection, card: StoredCard, token: string): Promise<void> {
  await connection.run(async (db) => {
    await db.updateTable('pgwSavedCards').set({ token }).where('id', '=', card.id).execute();
  });
}

/**
 * Stores a card with other hashes. Resolves with false when the customer has no such card, or another card
 * has these hashes.
 */
export async function rehashSavedCard(
  connection: Connection,
  { id, customerKey }: StoredCard,
  change: Pick<StoredCard, 'customerKey' | 'cardKey' | 'token'>,
): Promise<boolean> {
  return connection.run(async (db) => {
    const result = await db
      .updateTable('pgwSavedCards')
      .set(change)
      .where('id', '=', id)
      .where('customerKey', '=', customerKey)
      .where((expression) =>
        expression.not(
          expression.exists(
            expression
              .selectFrom('pgwSavedCards as other')
              .select('other.id')
              .where(sql<boolean>`other.account = ${db.account}`)
              .where('other.customerKey', '=', change.customerKey)
              .where('other.cardKey', '=', change.cardKey)
              .where('other.id', '!=', id),
          ),
        ),
      )
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  });
}

/** Deletes a card of a customer. Resolves with false when the customer has no such card. */
export async function deleteSavedCard(
  connection: Connection,
  customerKey: string,
  id: string,
): Promise<boolean> {
  return connection.run(async (db) => {
    const query = db.deleteFrom('pgwSavedCards').where('customerKey', '=', customerKey).where('id', '=', id);
    return (await query.executeTakeFirst()).numDeletedRows === 1n;
  });
}

function toStoredCard(row: unknown): StoredCard {
  const { referenceKey, ...card } = tables.pgwSavedCards.rowSchema.parse(row);
  return { ...card, reference: referenceKey };
}
