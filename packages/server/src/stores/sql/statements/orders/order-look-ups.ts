import { toUSVString } from 'node:util';
import type { Payment } from '../../../../model/payments/payment.ts';
import type { Connection } from '../../connection.ts';
import { runBulkStatement, type BulkStatement } from '../../rows/bulk-statement.ts';
import { readPayment } from '../../rows/payment-row.ts';

const maxBatchSize = 100;

/** `findPayments` uses this look-up for a filter with only an order, so this number is its default limit. */
const maxPaymentsOfOrder = 50;

const paymentsOfOrderQuery: BulkStatement = {
  columns: { orderId: 'text' },
  // An order may have any number of payments. Only the newest payments are read.
  toSql: ({ isOneOf }) =>
    'select * from (select pgw_payments.*, row_number() over ' +
    '(partition by pgw_payments.order_id order by pgw_payments.created_at desc, pgw_payments.reference_key) as place ' +
    `from pgw_payments where ${isOneOf('pgw_payments.order_id', 'orderId')}) as newest ` +
    `where place <= ${maxPaymentsOfOrder} order by place`,
};

/** Returns a function that lists the newest payments of an order. Concurrent calls share a statement. */
export function createOrderFinder(connection: Connection): (orderId: string) => Promise<Payment[]> {
  const find = async (orderIds: readonly string[]): Promise<Payment[][]> => {
    const rowsOfOrders = [...new Set(orderIds)].map((orderId) => ({ orderId }));
    const rows = await connection.run((db) =>
      runBulkStatement(connection, db, paymentsOfOrderQuery, rowsOfOrders),
    );
    const payments = rows.map(readPayment);
    return orderIds.map((orderId) => payments.filter((payment) => payment.orderId === orderId));
  };
  const findInBatch = connection.batch('findPaymentsOfOrder', {
    run: find,
    maxBatchSize: () => maxBatchSize,
  });
  return async (orderId) => {
    const key = toUSVString(orderId);
    return connection.isInTransaction ? ((await find([key]))[0] ?? []) : findInBatch(key);
  };
}
