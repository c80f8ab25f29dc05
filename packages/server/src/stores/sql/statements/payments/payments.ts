import { normalizeReference } from '@pgw/protocol';
import { sql, type ExpressionBuilder } from 'kysely';
import type { OrderPrice } from '../../../../model/payments/order-price.ts';
import { pricedStates } from '../../../../model/payments/payment-state.ts';
import { type Payment } from '../../../../model/payments/payment.ts';
import { undecidedStates, type OperationKind } from '../../../../model/operations/operation.ts';
import type { PaymentFilter } from '../../../../model/ports/kinds.ts';
import type { Connection } from '../../connection.ts';
import { createLookUp } from '../../rows/look-up.ts';
import { readPayment } from '../../rows/payment-row.ts';
import type { Tables, Database } from '../../schema.ts';

/** Returns a function that finds a payment by its reference. Concurrent calls share a statement. */
export function createPaymentFinder(
  connection: Connection,
): (reference: string) => Promise<Payment | undefined> {
  const find = createLookUp(connection, 'findPayment', {
    from: 'pgw_payments',
    key: 'reference_key',
    read: readPayment,
    getKey: ({ reference }) => normalizeReference(reference),
  });
  return async (reference) => {
    const key = normalizeReference(reference);
    // PostgreSQL rejects this character, so all calls of a batch would fail.
    return key.includes('\0') ? undefined : (await find(key))[0];
  };
}

/** `findPayments` uses this look-up for a filter with only an order, so this number is its default limit. */
const maxPaymentsOfOrder = 50;

/** Returns a function that lists the newest payments of an order. Concurrent calls share a statement. */
export function createOrderFinder(connection: Connection): (orderId: string) => Promise<Payment[]> {
  const find = createLookUp(connection, 'findPaymentsOfOrder', {
    // An order may have any number of payments. Only the newest payments are read.
    from: 'pgw_payments',
    key: 'order_id',
    first: { order: 'created_at desc, reference_key', max: maxPaymentsOfOrder },
    read: readPayment,
    getKey: ({ orderId }) => orderId,
  });
  return async (orderId) => [...(await find(orderId.toWellFormed()))];
}

type PaymentExpressionBuilder = ExpressionBuilder<Tables, 'pgwPayments'>;

const selectOperations = (expression: PaymentExpressionBuilder, kind: OperationKind) =>
  expression
    .selectFrom('pgwOperations')
    .select('pgwOperations.id')
    .where(sql<boolean>`pgw_operations.account = pgw_payments.account`)
    .whereRef('pgwOperations.referenceKey', '=', 'pgwPayments.referenceKey')
    .where('pgwOperations.kind', '=', kind);
const selectUndecided = (expression: PaymentExpressionBuilder, kind: OperationKind) =>
  selectOperations(expression, kind).where('pgwOperations.state', 'in', undecidedStates);

/** The queries for rows of other tables that a filter requires or excludes. */
const linkedRowQueries = {
  hasRefunds: (expression: PaymentExpressionBuilder) => selectOperations(expression, 'refund'),
  hasUndecidedRefunds: (expression: PaymentExpressionBuilder) => selectUndecided(expression, 'refund'),
  hasUndecidedCaptures: (expression: PaymentExpressionBuilder) => selectUndecided(expression, 'capture'),
  hasDeadHooks: (expression: PaymentExpressionBuilder) =>
    expression
      .selectFrom('pgwHooks')
      .select('pgwHooks.key')
      .where(sql<boolean>`pgw_hooks.account = pgw_payments.account`)
      .whereRef('pgwHooks.referenceKey', '=', 'pgwPayments.referenceKey')
      .where('pgwHooks.state', '=', 'dead')
      .where('pgwHooks.name', '<>', 'onPaid'),
};

function hasSum(expression: PaymentExpressionBuilder, sums: readonly number[]) {
  return expression.or([expression('amount', 'in', sums), expression(sql<number>`amount + fee`, 'in', sums)]);
}

const linkedRowNames = ['hasRefunds', 'hasUndecidedRefunds', 'hasUndecidedCaptures', 'hasDeadHooks'] as const;

const defaultLimit = 50;
const maxLimit = 500;

/** Lists the payments that match a filter. */
export async function findPayments(connection: Connection, filter: PaymentFilter): Promise<Payment[]> {
  const { orderId, attempt, states, fulfillments, since, before, after, limit = defaultLimit } = filter;
  const linkedFilters = linkedRowNames.filter((name) => filter[name] !== undefined);
  return connection.run(async (db) => {
    const rows = await selectPayments(db)
      // This condition is that of the index.
      .where(sql<boolean>`created_at >= 0`)
      .$if(orderId !== undefined, (query) => query.where('orderId', '=', orderId?.toWellFormed() ?? ''))
      .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt?.toWellFormed() ?? ''))
      .$if(filter.orderIds !== undefined, (query) =>
        query.where('orderId', 'in', filter.orderIds?.map((each) => each.toWellFormed()) ?? []),
      )
      .$if(filter.transactionNumber !== undefined, (query) =>
        query.where('transactionNumber', '=', filter.transactionNumber?.toWellFormed() ?? ''),
      )
      .$if(filter.sums !== undefined, (query) =>
        query.where((expression) => hasSum(expression, filter.sums ?? [])),
      )
      .$if(filter.needsOperator === true, (query) => query.where(mayNeedOperator(db.account)))
      .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
      .$if(fulfillments !== undefined, (query) => query.where('fulfillmentState', 'in', fulfillments ?? []))
      .$if(since !== undefined, (query) => query.where('createdAt', '>=', since ?? 0))
      .$if(after !== undefined, (query) => query.where((expression) => isAfter(expression, after)))
      .$if(before !== undefined, (query) => query.where('createdAt', '<', before ?? 0))
      .where((expression) =>
        expression.and(
          linkedFilters.map((name) => {
            const hasRows = expression.exists(linkedRowQueries[name](expression));
            return filter[name] === true ? hasRows : expression.not(hasRows);
          }),
        ),
      )
      .orderBy('createdAt', 'desc')
      .orderBy('referenceKey')
      .limit(Math.min(limit, maxLimit))
      .execute();
    return rows.map(readPayment);
  });
}

/** Each subquery depends on no payment, so it runs once. */
const mayNeedOperator = (account: number) => sql<boolean>`(
  state in ('review', 'reversed', 'authorized', 'unknown', 'created')
  or (state = 'paid' and fulfillment_state in ('withheld', 'dead'))
  or reference_key in (select reference_key from pgw_hooks where account = ${account} and state = 'dead')
  or reference_key in (select reference_key from pgw_operations where account = ${account} and kind <> 'payout'
    and state in (${sql.join(undecidedStates)}))
)`;

/** Matches the payments that follow the payment `after` in the list, which has the newest payment first. */
function isAfter(expression: PaymentExpressionBuilder, after: PaymentFilter['after']) {
  const { createdAt = 0, reference = '' } = after ?? {};
  const hasSameTime = expression.and([
    expression('createdAt', '=', createdAt),
    expression('referenceKey', '>', normalizeReference(reference)),
  ]);
  return expression.or([expression('createdAt', '<', createdAt), hasSameTime]);
}

/** Stores the price of an order with its payments; see `Store.setOrderPrice`. */
export async function setOrderPrice(
  connection: Connection,
  orderId: string,
  { amount, currencyCode, pricedAt }: OrderPrice & Pick<Payment, 'pricedAt'>,
): Promise<boolean> {
  return connection.run(async (db) => {
    const isOwnPrice = sql<boolean>`amount = ${amount} and currency_code = ${currencyCode}`;
    const { numUpdatedRows } = await db
      .updateTable('pgwPayments')
      .set((expression) => ({
        changedPriceAmount: sql<
          number | null
        >`case when ${isOwnPrice} then null else cast(${amount} as bigint) end`,
        changedPriceCurrencyCode: sql<
          string | null
        >`case when ${isOwnPrice} then null else cast(${currencyCode} as text) end`,
        pricedAt,
        version: expression('version', '+', 1),
      }))
      .where('orderId', '=', orderId)
      .where('state', 'in', pricedStates)
      .where('pricedAt', '<=', pricedAt)
      .where((expression) =>
        expression.or([
          // The time of an equal price is stored too, so that an older price cannot remove it.
          expression('changedPriceAmount', 'is not', null),
          expression('amount', '<>', amount),
          expression('currencyCode', '<>', currencyCode),
        ]),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

function selectPayments(db: Database) {
  return db.selectFrom('pgwPayments').selectAll();
}
