import { randomBytes } from 'node:crypto';
import type { Inspection } from '@pgw/express';
import type { Order } from './orders.ts';
import type { Office } from './context.ts';
import type { OrderMoney } from './standing.ts';

/** An order with everything that is known of its payments, newest first. */
export interface OrderDetail {
  readonly order: Order;
  readonly inspections: readonly Inspection[];
  readonly money: OrderMoney;
  /** For the next refund: the same form sent twice is one refund. */
  readonly newKey: () => string;
  /** As it was read, in milliseconds since the Unix epoch. */
  readonly now: number;
}

export async function orderOf(office: Office, id: string): Promise<OrderDetail | undefined> {
  const { orders, checkout } = office;
  if (orders.find(id) === undefined) return undefined;
  const payments = await checkout.payments.ofOrder(id);
  const found = await Promise.all(payments.map(({ reference }) => checkout.operator.inspect(reference)));
  const inspections = found.filter((inspection) => inspection !== undefined);
  // Read after the payments: an order is marked paid in the transaction that fulfils its payment.
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
