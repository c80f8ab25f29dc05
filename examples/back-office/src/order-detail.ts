import { randomBytes } from 'node:crypto';
import type { Inspection } from '@pgw/express';
import type { Order } from './orders.ts';
import type { Office } from './context.ts';
import type { OrderMoney } from './order-status.ts';

/** An order with all stored data of its payments, newest first. */
export interface OrderDetail {
  readonly order: Order;
  readonly inspections: readonly Inspection[];
  readonly money: OrderMoney;
  /** Creates the key of the next refund form. A form that is sent twice then makes one refund. */
  readonly newKey: () => string;
  /** The time of reading, in milliseconds since the Unix epoch. */
  readonly now: number;
}

export async function readOrderDetail(office: Office, id: string): Promise<OrderDetail | undefined> {
  const { orders, checkout } = office;
  if (orders.find(id) === undefined) return undefined;
  const payments = await checkout.payments.ofOrder(id);
  const found = await Promise.all(payments.map(({ reference }) => checkout.operator.inspect(reference)));
  const inspections = found.filter((inspection) => inspection !== undefined);
  // The order is read after its payments, because the transaction that fulfils a payment also marks its order
  // as paid.
  const order = orders.find(id);
  if (order === undefined) return undefined;
  const money = {
    payments: inspections.map(({ payment }) => payment),
    refunds: inspections.flatMap(({ refunds }) => refunds),
  };
  return {
    order,
    inspections,
    money,
    now: office.now(),
    newKey: () => randomBytes(15).toString('base64url'),
  };
}
