import { t } from '../language/language.ts';
import { randomBytes } from 'node:crypto';
import { describeOrders, type Office, type Message, type Reply } from '../context.ts';
import type { FormProblem } from './form-problem.ts';
import { renderOrder, type OrderDetail } from './order-page.ts';

/** Shows an order with its payments, and a message or the problem of a form. Undefined when no payment has this order. */
export async function showOrder(
  office: Office,
  orderId: string,
  {
    message,
    problem,
  }: { readonly message?: Message | undefined; readonly problem?: FormProblem | undefined },
): Promise<Reply | undefined> {
  const orderPayments = await office.checkout.payments.list({ orderId });
  if (orderPayments.length === 0) return undefined;
  const inspections = await Promise.all(
    orderPayments.map(({ reference }) => office.operator.payments.inspect(reference)),
  );
  const existing = inspections.filter((inspection) => inspection !== undefined);
  const references = orderPayments.map(({ reference }) => reference);
  const approvals = await office.operator.approvals.list();
  const detail: OrderDetail = {
    orderId,
    description: (await describeOrders(office, orderPayments)).get(orderId),
    inspections: existing,
    payments: existing.map(({ payment }) => payment),
    approvals: approvals.filter(({ reference }) => reference !== null && references.includes(reference)),
    now: office.now,
    createKey,
  };
  const main = renderOrder({ ...detail, message, problem });
  return { title: t`Order ${orderId}`, section: 'payments', main, status: problem === undefined ? 200 : 422 };
}

export function createKey(): string {
  return randomBytes(15).toString('base64url');
}
