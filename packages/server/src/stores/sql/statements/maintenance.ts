import { sql, type RawBuilder } from 'kysely';
import * as z from '@pgw/protocol/zod';
import { openStates } from '../../../model/operations/operation.ts';
import type { Quota, Retention } from '../../../model/ports/all-accounts.ts';
import { integerSchema } from '../columns.ts';
import { noAccount } from '../account.ts';
import { toIdPrefix, type Connection } from '../connection.ts';
import type { AuditFacts, AuditScope } from '../../../model/ports/kinds.ts';
import type { NoteKind } from '../../../model/payments/timeline.ts';

/**
 * Takes up to `wanted` units of a quota that all processes share, in the current second. A unit is one
 * request to the gateway. Resolves with the number of granted units.
 */
export async function acquireQuota(connection: Connection, quota: Quota): Promise<number> {
  const { name, perSecond, wanted } = quota;
  const second = Math.floor(quota.now / 1000);
  return connection.transaction(async (db) => {
    await db
      .insertInto('pgwQuotas')
      .values({ name, second, used: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // This update changes nothing, but it locks the row. The returned values are therefore valid until the
    // commit.
    const row = await db
      .updateTable('pgwQuotas')
      .set((expression) => ({ used: expression.ref('used') }))
      .where('name', '=', name)
      .returning(['second', 'used'])
      .executeTakeFirstOrThrow();
    const used = integerSchema.parse(row.second) === second ? integerSchema.parse(row.used) : 0;
    const granted = Math.max(0, Math.min(wanted, perSecond - used));
    await db
      .updateTable('pgwQuotas')
      .set({ second, used: used + granted })
      .where('name', '=', name)
      .execute();
    return granted;
  });
}

const dueTimeSchema = integerSchema.nullable();
const dueTimesSchema = z.object({
  query: dueTimeSchema,
  hook: dueTimeSchema,
  sync: dueTimeSchema,
  operation: dueTimeSchema,
});

/**
 * Finds the earliest time in the columns that schedule work. Each of these columns has an index, and the
 * query reads only the first entry of each index.
 */
export async function findOldestDueAt(connection: Connection): Promise<number | null> {
  return connection.run(async (db) => {
    const selectEarliest = (table: string, column: string, condition = sql``) =>
      sql`(select ${sql.ref(column)} from ${sql.table(table)} where account = ${db.account} and ${sql.ref(column)} is not null ${condition} order by ${sql.ref(column)} limit 1)`;
    const { rows } = await sql`select
      ${selectEarliest('pgwPayments', 'nextQueryAt')} as query,
      ${selectEarliest('pgwHooks', 'nextAttemptAt', sql`and reported_at is null`)} as hook,
      ${selectEarliest('pgwCallbacks', 'dueAt')} as sync,
      ${selectEarliest('pgwOperations', 'nextQueryAt')} as operation`.execute(db);
    const times = Object.values(dueTimesSchema.parse(rows[0])).filter((time) => time !== null);
    return times.length === 0 ? null : Math.min(...times);
  });
}

/** Deletes rows and beneficiaries that are older than their retention, and resolves with their number. */
export async function purge(connection: Connection, retention: Retention): Promise<number> {
  const { callbacksBefore, rejectedBefore, notesBefore, usesBefore, seedPeriodsBefore } = retention;
  const { beneficiariesBefore, unknownTransactionsBefore } = retention;
  return connection.run(async (db) => {
    await db
      .updateTable('pgwOperations')
      .set((expression) => ({ beneficiary: null, version: expression('version', '+', 1) }))
      // This condition is that of the index.
      .where(sql<boolean>`created_at >= 0`)
      .where('createdAt', '<', beneficiariesBefore)
      .where('kind', '=', 'payout')
      .where('beneficiary', 'is not', null)
      .where('nextQueryAt', 'is', null)
      .where('state', 'not in', openStates)
      .execute();
    const results = [
      // A callback is kept until it is handled.
      await db
        .deleteFrom('pgwCallbacks')
        .where('dueAt', 'is', null)
        .where('receivedAt', '<', callbacksBefore)
        .executeTakeFirst(),
      await db.deleteFrom('pgwRejectedCallbacks').where('receivedAt', '<', rejectedBefore).executeTakeFirst(),
      // An unresolved transaction is kept until an operator resolves it.
      await db
        .deleteFrom('pgwUnknownTransactions')
        .where('resolution', 'is not', null)
        .where('lastSeenAt', '<', unknownTransactionsBefore)
        .executeTakeFirst(),
      await db.deleteFrom('pgwUseCounts').where('endsAt', '<', usesBefore).executeTakeFirst(),
      await db.deleteFrom('pgwCardSeeds').where('period', '<', seedPeriodsBefore).executeTakeFirst(),
      // A request without a decision is kept.
      await db
        .deleteFrom('pgwApprovals')
        .where('state', 'in', ['done', 'rejected'])
        .where('requestedAt', '<', notesBefore)
        .executeTakeFirst(),
      // Without a token from the gateway, a saved card can never be used.
      await db
        .deleteFrom('pgwSavedCards')
        .where('token', 'is', null)
        .where('createdAt', '<', notesBefore)
        .executeTakeFirst(),
      // The newest note is kept at any age, because it is the position of the store's history.
      await db
        .deleteFrom('pgwNotes')
        .where('at', '<', notesBefore)
        .where('id', '<', (notes) =>
          notes
            .selectFrom('pgwNotes as newest')
            .select(({ fn }) => fn.max('newest.id').as('newest'))
            .where(
              sql<boolean>`newest.account = ${db.account === noAccount ? sql.ref('pgwNotes.account') : db.account}`,
            ),
        )
        .executeTakeFirst(),
    ];
    return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
  });
}

const referenceRowsSchema = z.array(z.object({ reference: z.string() }));
const countRowSchema = z.tuple([z.object({ count: integerSchema })]);

/**
 * Reads the facts that an audit compares. Payments are found by the index of their creation time. Callbacks
 * are found by their ids, which sort by time.
 */
export async function readAuditFacts(
  connection: Connection,
  { since, limit }: AuditScope,
): Promise<AuditFacts> {
  const hasNote = (kind: NoteKind): RawBuilder<unknown> => sql`exists (select 1 from pgw_notes
    where pgw_notes.account = pgw_payments.account and pgw_notes.reference_key = pgw_payments.reference_key and pgw_notes.kind = ${kind})`;
  return connection.run(async (db) => {
    const { account } = db;
    const fulfilled = sql`from pgw_payments where account = ${account} and created_at >= 0 and created_at >= ${since} and fulfillment_state = 'done'`;
    const readReferences = async (query: RawBuilder<unknown>): Promise<string[]> => {
      const { rows } = await query.execute(db);
      return referenceRowsSchema.parse(rows).map(({ reference }) => reference);
    };
    const { rows } = await sql`select count(*) as count ${fulfilled}`.execute(db);
    return {
      checked: countRowSchema.parse(rows)[0].count,
      withoutNote: await readReferences(
        sql`select reference ${fulfilled} and not ${hasNote('order-fulfilled')} limit ${limit}`,
      ),
      withoutOrder:
        await readReferences(sql`select reference ${fulfilled} and not exists (select 1 from pgw_orders
        where pgw_orders.account = pgw_payments.account and pgw_orders.order_id = pgw_payments.order_id and pgw_orders.reserved_by = pgw_payments.reference_key)
        and not ${hasNote('fulfillment-requeued')} limit ${limit}`),
      callbacksWithoutPayment:
        await readReferences(sql`select distinct pgw_callbacks.reference_key as reference from pgw_callbacks
        where account = ${account} and id >= ${toIdPrefix(since)} and not exists (select 1 from pgw_payments
        where pgw_payments.account = pgw_callbacks.account and pgw_payments.reference_key = pgw_callbacks.reference_key) limit ${limit}`),
    };
  });
}
