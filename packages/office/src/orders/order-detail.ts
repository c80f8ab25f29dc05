import { randomBytes } from 'node:crypto';
import type { Inspection } from '@pgw/express/operator';
import type { Action } from '../actions.ts';
import type { Order } from './orders.ts';
import type { Office } from '../context.ts';
import type { PaymentsAndRefunds } from './order-status.ts';

/** An order with all stored data of its payments, newest first. */
export interface OrderDetail extends PaymentsAndRefunds {
  readonly order: Order;
  readonly inspections: readonly Inspection[];
  /** The actions of clerks on the order and its payments, oldest first. */
  readonly actions: readonly Action[];
  /** Creates the key of a form. A form that is sent twice then makes one refund or one charge. */
  readonly createKey: () => string;
  /** The time of reading, in milliseconds since the Unix epoch. */
  readonly now: number;
}

/** Reads an order with its payments. Undefined when the order does not exist. */
export async function readOrderDetail(office: Office, id: string): Promise<OrderDetail | undefined> {
  const { orders, checkout } = office;
  if (orders.find(id) === undefined) return undefined;
  const orderPayments = await checkout.payments.list({ orderId: id });
  const inspections = await Promise.all(
    orderPayments.map(({ reference }) => checkout.operator.payments.inspect(reference)),
  );
  const existing = inspections.filter((inspection) => inspection !== undefined);
  // The transaction that fulfills a payment also marks its order as paid. The order is therefore read after
  // its payments.
  const order = orders.find(id);
  if (order === undefined) return undefined;
  return {
    order,
    inspections: existing,
    actions: office.actions.list(listSubjects(order, existing)),
    payments: existing.map(({ payment }) => payment),
    refunds: existing.flatMap(({ refunds }) => refunds),
    now: office.now(),
    createKey: () => randomBytes(15).toString('base64url'),
  };
}

function listSubjects(order: Order, inspections: readonly Inspection[]): string[] {
  const payments = inspections.map(({ payment }) => payment);
  const numbers = payments
    .map(({ transactionNumber }) => transactionNumber)
    .filter((number) => number !== null);
  return [order.id, ...payments.map(({ reference }) => reference), ...numbers];
}
