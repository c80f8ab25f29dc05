import { normalizeReference } from '@pgw/protocol';
import * as z from '@pgw/protocol/zod';
import { sql, type RawBuilder } from 'kysely';
import type { Payment } from '../../../model/payments/payment.ts';
import type { Changed, Found, Inserted } from '../../../model/ports/kinds.ts';
import { createId, type Connection } from '../connection.ts';
import { integerSchema } from '../columns.ts';
import { tables, type Database } from '../schema.ts';
import { addAccount } from './accounts.ts';

const keepCase = (key: string): string => key;

interface KeyedTable {
  readonly table: string;
  readonly key: string;
  /** Converts a key to the value of its column. */
  readonly normalize: (key: string) => string;
}

const approvals: KeyedTable = { table: 'pgw_approvals', key: 'id', normalize: keepCase };
const unknownTransactions: KeyedTable = {
  table: 'pgw_unknown_transactions',
  key: 'transaction_key',
  normalize: normalizeReference,
};
const savedCards: KeyedTable = { table: 'pgw_saved_cards', key: 'id', normalize: keepCase };

const seedSchema = z.object({ seed: z.string() });

const found: {
  readonly [Kind in Exclude<keyof Found, 'payment'>]: KeyedTable & {
    readonly read: (row: unknown) => Found[Kind];
  };
} = {
  operation: {
    table: 'pgw_operations',
    key: 'id',
    normalize: keepCase,
    read: (row) => tables.pgwOperations.schema.parse(row),
  },
  approval: { ...approvals, read: (row) => tables.pgwApprovals.schema.parse(row) },
  unknownTransaction: {
    ...unknownTransactions,
    read: (row) => tables.pgwUnknownTransactions.schema.parse(row),
  },
  cardSeed: {
    table: 'pgw_card_seeds',
    key: 'period',
    normalize: keepCase,
    read: (row) => seedSchema.parse(row).seed,
  },
};

/** Finds a row; see `Store.find`. Payments are found in batches by `createPaymentFinder`. */
export async function find<Kind extends keyof typeof found>(
  db: Database,
  kind: Kind,
  key: string,
): Promise<Found[Kind] | undefined> {
  const { table, key: column, normalize, read } = found[kind];
  const { rows } =
    await sql`select * from ${sql.raw(table)} where account = ${db.account} and ${sql.raw(column)} = ${normalize(key)}`.execute(
      db,
    );
  return rows[0] === undefined ? undefined : read(rows[0]);
}

/** Creates `Store.find`. */
export function createFind(
  connection: Connection,
  findPayment: (reference: string) => Promise<Payment | undefined>,
) {
  const findRow =
    <Kind extends keyof typeof found>(kind: Kind) =>
    (key: string) =>
      connection.run((db) => find(db, kind, key));
  const finders: {
    readonly [Kind in keyof Found]: (key: string) => Promise<Found[Kind] | undefined>;
  } = {
    payment: findPayment,
    operation: findRow('operation'),
    approval: findRow('approval'),
    unknownTransaction: findRow('unknownTransaction'),
    cardSeed: findRow('cardSeed'),
  };
  return <Kind extends keyof Found>(kind: Kind, key: string) => finders[kind](key);
}

const changed: { readonly [Kind in keyof Changed]: KeyedTable } = {
  approval: approvals,
  unknownTransaction: unknownTransactions,
  savedCard: savedCards,
};

/** Changes a row by compare-and-set; see `Store.change`. */
export async function change<Kind extends keyof Changed>(
  db: Database,
  kind: Kind,
  ...[keyOfRow, { from, to }]: readonly [key: string, change: Changed[Kind]]
): Promise<boolean> {
  const { table, key, normalize } = changed[kind];
  const conditions = [
    sql`account = ${db.account}`,
    sql`${sql.raw(key)} = ${normalize(keyOfRow)}`,
    ...Object.entries(from).map(([name, value]) =>
      value === null ? sql`${sql.ref(name)} is null` : sql`${sql.ref(name)} = ${value}`,
    ),
    ...('cardKey' in (to ?? {}) ? [hasOtherHashes(db, { ...from, ...to }, keyOfRow)] : []),
  ];
  const where = sql`where ${sql.join(conditions, sql` and `)}`;
  const values = Object.entries(to ?? {}).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { numAffectedRows } = await (
    to === null
      ? sql`delete from ${sql.raw(table)} ${where}`
      : sql`update ${sql.raw(table)} set ${sql.join(values)} ${where}`
  ).execute(db);
  return numAffectedRows === 1n;
}

/** The condition that no other card has the hashes of this one. */
function hasOtherHashes(
  { account }: Database,
  { customerKey, cardKey }: Readonly<Record<string, unknown>>,
  id: string,
): RawBuilder<unknown> {
  return sql`not exists (select 1 from pgw_saved_cards as other where other.account = ${account}
    and other.customer_key = ${customerKey} and other.card_key = ${cardKey} and other.id <> ${id})`;
}

/** Stores a row; see `Store.insert`. Payments are stored in batches by the writer of starts. */
export const inserts: {
  readonly [Kind in Exclude<keyof Inserted, 'payment'>]: (
    connection: Connection,
    row: Inserted[Kind],
  ) => Promise<boolean>;
} = {
  approval: (connection, approval) =>
    connection.run(async (db) => {
      const insert = db.insertInto('pgwApprovals').values(approval);
      const result = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
      return result.numInsertedOrUpdatedRows === 1n;
    }),

  unknownTransaction: (connection, { seenAt, ...fields }) =>
    connection.run(async (db) => {
      const { timesSeen } = await db
        .insertInto('pgwUnknownTransactions')
        .values({
          ...fields,
          transactionKey: normalizeReference(fields.transactionNumber),
          firstSeenAt: seenAt,
          lastSeenAt: seenAt,
          timesSeen: 1,
          resolution: null,
          reason: null,
        })
        .onConflict((conflict) =>
          conflict.column('transactionKey').doUpdateSet((expression) => ({
            status: expression.ref('excluded.status'),
            lastSeenAt: expression.ref('excluded.lastSeenAt'),
            timesSeen: sql<number>`pgw_unknown_transactions.times_seen + 1`,
          })),
        )
        .returning('timesSeen')
        .executeTakeFirstOrThrow();
      return integerSchema.parse(timesSeen) === 1;
    }),

  savedCard: (connection, { reference, ...row }) =>
    connection.transaction(async (db) => {
      const referenceKey = normalizeReference(reference);
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
          conflict.columns(['customerKey', 'cardKey']).doUpdateSet({ referenceKey, expiry: row.expiry }),
        )
        .execute();
      return true;
    }),

  account: (connection, account) => addAccount(connection.forNoAccount(), account),

  cardSeed: (connection, { period, seed, deleteBefore }) =>
    connection.run(async (db) => {
      const insert = db.insertInto('pgwCardSeeds').values({ period, seed });
      const result = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
      await db.deleteFrom('pgwCardSeeds').where('period', '<', deleteBefore).execute();
      return result.numInsertedOrUpdatedRows === 1n;
    }),

  rejectedCallback: (connection, { callback, maxCount }) =>
    connection.transaction(async (db) => {
      await db
        .insertInto('pgwRejectedCallbacks')
        .values({ ...callback, id: createId(callback.receivedAt) })
        .execute();
      const newestExcess = await db
        .selectFrom('pgwRejectedCallbacks')
        .select('id')
        .orderBy('id', 'desc')
        .offset(maxCount)
        .limit(1)
        .executeTakeFirst();
      if (newestExcess !== undefined)
        await db.deleteFrom('pgwRejectedCallbacks').where('id', '<=', newestExcess.id).execute();
      return true;
    }),
};
