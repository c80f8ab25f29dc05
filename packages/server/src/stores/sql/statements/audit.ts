import { sql, type RawBuilder } from 'kysely';
import * as z from '@pgw/protocol/zod';
import type { AuditFacts, AuditScope } from '../../../model/ports/store.ts';
import type { NoteKind } from '../../../model/payments/timeline.ts';
import { toIdPrefix, type Connection } from '../connection.ts';
import { integerSchema } from '../columns.ts';

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
