import { normalizeReference } from '@pgw/protocol';
import { sql } from 'kysely';
import { openStates, type Operation } from '../../../model/operations/operation.ts';
import type { Listed, OperationFilter, Searched } from '../../../model/ports/kinds.ts';
import type { StoredCard } from '../../../model/ports/card-store.ts';
import type { UnknownTransaction } from '../../../model/ports/recovery-store.ts';
import type { Connection } from '../connection.ts';
import { createLookUp } from '../rows/look-up.ts';
import { tables, type Database } from '../schema.ts';
import { readHook } from './hook-registry.ts';
import { createOrderFinder, findPayments } from './payments/payments.ts';

const readOperation = (row: unknown): Operation => tables.pgwOperations.schema.parse(row);
const readUnknownTransaction = (row: unknown): UnknownTransaction =>
  tables.pgwUnknownTransactions.schema.parse(row);
const inOrder = 'created_at, id';

/** What each list selects, its order, and how a row is read. */
const lists: {
  readonly [Of in keyof Listed]: readonly [
    rows: string,
    order: string,
    read: (row: unknown, reference: string) => Listed[Of],
  ];
} = {
  callbacks: [
    'pgw_callbacks where',
    'id',
    (row, reference) => ({ reference, ...tables.pgwCallbacks.schema.parse(row) }),
  ],
  hooks: ['pgw_hooks where', 'position, key', (row, reference) => ({ ...readHook(row), reference })],
  // The id has the time, so entries with the same time have the order in which they were written.
  notes: ['pgw_notes where', 'id', (row, reference) => ({ reference, ...tables.pgwNotes.schema.parse(row) })],
  operations: ['pgw_operations where', inOrder, readOperation],
  refunds: ["pgw_operations where kind = 'refund' and", inOrder, readOperation],
  captures: ["pgw_operations where kind = 'capture' and", inOrder, readOperation],
  payouts: ["pgw_operations where kind = 'payout' and", inOrder, readOperation],
};

/** Lists what belongs to a reference; see `Store.list`. */
export async function list<Of extends keyof Listed>(
  db: Database,
  of: Of,
  reference: string,
): Promise<Listed[Of][]> {
  const [rowsOf, order, read] = lists[of];
  const key = normalizeReference(reference);
  const query = sql`select * from ${sql.raw(rowsOf)} account = ${db.account} and reference_key = ${key} order by ${sql.raw(order)}`;
  return (await query.execute(db)).rows.map((row) => read(row, reference));
}

const maxApprovals = 100;
const maxCardsOfCustomer = 50;
/** The maximum number of unresolved transactions that are listed for a prefix. */
const maxOfPrefix = 50;

/** The searches that are not batched. */
const searches = {
  operations: (connection: Connection, filter: OperationFilter): Promise<Operation[]> =>
    connection.run(async (db) => (await selectOperations(db, filter).execute()).map(readOperation)),

  approvals: (connection: Connection, { states }: FilterOf<'approvals'>) =>
    connection.run(async (db) => {
      const query = db.selectFrom('pgwApprovals').selectAll().where('state', 'in', states);
      const rows = await query.orderBy('requestedAt', 'desc').orderBy('id').limit(maxApprovals).execute();
      return rows.map((row) => tables.pgwApprovals.schema.parse(row));
    }),

  discrepancies: (connection: Connection, { reference, limit }: FilterOf<'discrepancies'>) =>
    connection.run(async (db) => {
      const rows = await db
        .selectFrom('pgwDiscrepancies')
        .selectAll()
        .where('isAccepted', '=', 0)
        .$if(reference !== undefined, (query) =>
          query.where('referenceKey', '=', normalizeReference(reference ?? '')),
        )
        .orderBy('foundAt', 'desc')
        .orderBy('referenceKey')
        .limit(limit)
        .execute();
      return rows.map((row) => tables.pgwDiscrepancies.schema.parse(row));
    }),

  unknownTransactions: (connection: Connection, { limit }: FilterOf<'unknownTransactions'>) =>
    connection.run(async (db) => {
      const query = db.selectFrom('pgwUnknownTransactions').selectAll().where('resolution', 'is', null);
      const ordered = query.orderBy('firstSeenAt', 'desc').orderBy('transactionKey');
      return (await ordered.limit(limit).execute()).map(readUnknownTransaction);
    }),

  rejectedCallbacks: (connection: Connection, { limit }: FilterOf<'rejectedCallbacks'>) =>
    connection.run(async (db) => {
      const query = db.selectFrom('pgwRejectedCallbacks').selectAll();
      const rows = await query.orderBy('id', 'desc').limit(limit).execute();
      return rows.map((row) => tables.pgwRejectedCallbacks.schema.parse(row));
    }),

  savedCards: (connection: Connection, filter: FilterOf<'savedCards'>) =>
    connection.run(async (db) => {
      const all = db.selectFrom('pgwSavedCards').selectAll();
      const query =
        'reference' in filter
          ? all.where('referenceKey', '=', normalizeReference(filter.reference))
          : all.where('customerKey', '=', filter.customerKey).where('token', 'is not', null);
      const ordered = query.orderBy('createdAt', 'desc').orderBy('id');
      return (await ordered.limit(maxCardsOfCustomer).execute()).map(readCard);
    }),
};

type FilterOf<Kind extends keyof Searched> = Searched[Kind]['filter'];

function readCard(row: unknown): StoredCard {
  const { referenceKey, ...card } = tables.pgwSavedCards.rowSchema.parse(row);
  return { ...card, reference: referenceKey };
}

/** Creates `Store.search`. Concurrent calls for an order, or for the prefix of one, share a statement. */
export function createSearch(connection: Connection) {
  const findPaymentsOfOrder = createOrderFinder(connection);
  const findOpenOfPrefix = createLookUp(connection, 'listOpenUnknownTransactions', {
    from: 'pgw_unknown_transactions',
    key: 'order_prefix',
    where: 'resolution is null',
    first: { order: 'first_seen_at desc, transaction_key', max: maxOfPrefix },
    read: readUnknownTransaction,
    getKey: ({ orderPrefix }) => orderPrefix,
  });
  const all: {
    readonly [Kind in keyof Searched]: (
      of: Connection,
      filter: FilterOf<Kind>,
    ) => Promise<Searched[Kind]['item'][]>;
  } = {
    ...searches,
    payments: (_connection, filter) => {
      const { orderId, ...rest } = filter;
      const hasOnlyOrderId = orderId !== undefined && Object.keys(rest).length === 0;
      return hasOnlyOrderId ? findPaymentsOfOrder(orderId) : findPayments(connection, filter);
    },
    unknownTransactions: async (_connection, { orderPrefix, limit }) =>
      orderPrefix === undefined
        ? searches.unknownTransactions(connection, { limit })
        : (await findOpenOfPrefix(orderPrefix)).slice(0, limit),
  };
  return <Kind extends keyof Searched>(kind: Kind, filter: FilterOf<Kind>) => all[kind](connection, filter);
}

const defaultLimit = 50;
const maxLimit = 500;

function selectOperations(
  db: Database,
  { kind, states, isOpen, notSealedWith, before, after, limit = defaultLimit }: OperationFilter,
) {
  return (
    db
      .selectFrom('pgwOperations')
      .selectAll()
      // This condition is that of the index.
      .where(sql<boolean>`created_at >= 0`)
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'refund'))
      .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
      // An id of a key has no special characters of `like`, except `_`, which matches any character.
      .$if(notSealedWith !== undefined, (query) =>
        query
          .where('kind', '=', 'payout')
          .where('beneficiary', 'is not', null)
          .where('beneficiary', 'not like', `%"sealed":"${notSealedWith}.%`),
      )
      // This condition is that of the index.
      .$if(isOpen === true, (query) =>
        query.where('nextQueryAt', 'is not', null).where('state', 'in', openStates),
      )
      .$if(before !== undefined, (query) => query.where('createdAt', '<', before ?? 0))
      .$if(after !== undefined, (query) =>
        query.where((expression) => {
          const { createdAt = 0, id = '' } = after ?? {};
          const hasSameTime = expression.and([
            expression('createdAt', '=', createdAt),
            expression('id', '>', id),
          ]);
          return expression.or([expression('createdAt', '<', createdAt), hasSameTime]);
        }),
      )
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(Math.min(limit, maxLimit))
  );
}
