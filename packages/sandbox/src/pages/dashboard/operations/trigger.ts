import { normalizeReference } from '@pgw/protocol';
import type { Request, Response } from 'express';
import { findTenant, type Gateway } from '../../../gateway.ts';
import type { Payment } from '../../../ledger/tables.ts';
import { isRefusal } from '../../../ledger/services.ts';
import { createSameDayCheck } from '../../../ledger/refunds/same-day.ts';
import { paymentStatusNumber } from '../../../catalogue/status-numbers.ts';
import { readField } from '../../fields.ts';
import { describeChange } from './run-operation.ts';

/** Makes an event happen. Returns a text about it, or undefined when the payment does not allow it. */
type Trigger = (gateway: Gateway, payment: Payment) => string | undefined;

/** Decides a pending payment, or changes the status of a decided one. */
function setStatus(status: number): Trigger {
  return (gateway, { transactionNumber }) =>
    describeChange(gateway, transactionNumber, () =>
      gateway.ledger.changeStatus(transactionNumber, { status }),
    );
}

const triggers: Readonly<Record<string, Trigger>> = {
  'payment.paid': setStatus(paymentStatusNumber.success),
  'payment.authorized': setStatus(paymentStatusNumber.authorized),
  'payment.declined': setStatus(paymentStatusNumber.failed),
  'payment.canceled': setStatus(paymentStatusNumber.userCanceled),
  'payment.expired': setStatus(paymentStatusNumber.expired),
  'payment.reversed': (gateway, payment) =>
    payment.status === paymentStatusNumber.success
      ? setStatus(paymentStatusNumber.failed)(gateway, payment)
      : undefined,
  'refund.made': (gateway, payment) => {
    const { ledger } = gateway;
    const { transactionNumber, tenantId } = payment;
    const amount = ledger.bookkeeping.computeRefundableAmount(payment);
    if (amount <= 0) return undefined;
    const refund = ledger.refunds.request({
      tenantId,
      transactionNumber,
      amount,
      reason: 'From pgw trigger',
      isSameDay: createSameDayCheck(findTenant(gateway, tenantId)),
    });
    return isRefusal(refund) ? undefined : `Refund ${refund.refundNumber} has status ${refund.status}.`;
  },
  'callback.sent': (gateway, { transactionNumber }) => {
    const callback = gateway.ledger.callbacks.listBy({ transactionNumber }).at(-1);
    if (callback === undefined) return undefined;
    gateway.ledger.repeatCallback(callback);
    return 'The last callback is being sent again.';
  },
};

/**
 * `POST /dashboard/trigger`: makes an event happen to a payment, for programs. The fields are `event` and `order`: a
 * transaction number, a reference, or the start of a reference. Responds with JSON: the number, the status and a
 * text, or an `error`.
 */
export function triggerEvent(gateway: Gateway, incoming: Request, outgoing: Response): void {
  const event = readField(incoming, 'event');
  const order = readField(incoming, 'order');
  const refuse = (status: number, error: string): void => {
    outgoing.status(status).json({ error });
  };
  const trigger = Object.hasOwn(triggers, event) ? triggers[event] : undefined;
  if (trigger === undefined)
    return refuse(400, `The event must be one of ${Object.keys(triggers).join(', ')}, not "${event}".`);
  const payment = findPayment(gateway, order);
  if (payment === undefined) return refuse(404, `No payment has the number or reference "${order}".`);
  const text = trigger(gateway, payment);
  const { transactionNumber } = payment;
  const status = gateway.ledger.payments.find(transactionNumber)?.status ?? payment.status;
  if (text === undefined)
    return refuse(409, `Payment ${transactionNumber} has status ${status}, which does not allow ${event}.`);
  outgoing.json({ transactionNumber, status, text });
}

/** Finds a payment by its number or reference, or the newest one whose reference begins with the text. */
function findPayment({ ledger }: Gateway, order: string): Payment | undefined {
  if (order.trim() === '') return undefined;
  const reference = normalizeReference(order);
  return (
    ledger.findPayment(order) ??
    ledger.payments.findByReference(reference) ??
    ledger.payments
      .search({ statuses: undefined, text: order }, { limit: 50, offset: 0 })
      .find(({ referenceKey }) => referenceKey.startsWith(reference))
  );
}
