import { formatMoney } from '@pgw/pages';
import type { Inspection } from '@pgw/express/operator';
import type { Request, Response } from 'express';
import { readText, sendPage, type Office } from '../context.ts';
import {
  calculateRefundableAmount,
  hasPendingRefund,
  isFulfillmentDone,
  isPaidTwice,
} from '../payments/payment-state.ts';
import { showActionError, showProblem } from '../payments/show-problem.ts';
import { getClerkName } from '../sign-in/clerks.ts';
import { renderRefundConfirmation } from './refund-confirmation.ts';
import { readRefund, validateRefund, type RefundEntry } from './refund-entry.ts';

/**
 * Handles the form of a refund, which redirects to the question whether to make it, and the answer to that question.
 * Each step validates the form again.
 */
export function requestRefund(office: Office) {
  return async (request: Request<{ reference: string }>, response: Response): Promise<void> => {
    const inspection = await office.checkout.operator.payments.inspect(request.params.reference);
    if (inspection === undefined) return response.redirect(303, '/office');
    const { payment } = inspection;
    const entry = readRefund(payment.reference, request.body);
    const step = readText(request.body, 'step');
    if (step === 'change')
      return showProblem(request, response, { payment, problem: { refund: entry, errors: {} } });
    if (isRefundImpossible(inspection, entry)) return response.redirect(303, getRefundsUrl(inspection));
    const refundableAmount = calculateRefundableAmount(inspection);
    const result = validateRefund(entry, refundableAmount);
    if ('errors' in result)
      return showProblem(request, response, { payment, problem: { refund: entry, errors: result.errors } });
    const { amount } = result;
    // The remaining amount may have changed since the question.
    const isConfirmed =
      step === 'confirmed' && readText(request.body, 'sum') === String(amount ?? refundableAmount);
    if (!isConfirmed) {
      request.session.refund = entry;
      const key = encodeURIComponent(entry.key);
      return response.redirect(303, `/office/payments/${payment.reference}/refund/${key}`);
    }
    try {
      await createRefund(office, { inspection, entry, amount, clerk: getClerkName(request) });
      response.redirect(303, getRefundsUrl(inspection));
    } catch (error) {
      showActionError(request, response, { payment, error });
    }
  };
}

/** Asks whether to make the refund of the form that was sent last. */
export function confirmRefund(office: Office) {
  return async (request: Request<{ reference: string; key: string }>, response: Response): Promise<void> => {
    const { reference, key } = request.params;
    const inspection = await office.checkout.operator.payments.inspect(reference);
    if (inspection === undefined) return response.redirect(303, '/office');
    const { payment } = inspection;
    const entry = request.session.refund;
    // Another form was sent since, or the refund was made and the clerk went back to this page.
    if (entry?.reference !== reference || entry.key !== key || isRefundImpossible(inspection, entry))
      return response.redirect(303, getRefundsUrl(inspection));
    const refundableAmount = calculateRefundableAmount(inspection);
    const result = validateRefund(entry, refundableAmount);
    if ('errors' in result)
      return showProblem(request, response, { payment, problem: { refund: entry, errors: result.errors } });
    const { amount = refundableAmount } = result;
    const payments = await office.checkout.payments.list({ orderId: payment.orderId });
    const second = isFulfillmentDone(payment)
      ? payments.find((other) => isPaidTwice(other, payments))?.reference
      : undefined;
    const main = renderRefundConfirmation({ payment, entry, amount, refundableAmount, second });
    sendPage(response, { title: 'Confirm the refund', section: 'orders', main });
  };
}

/**
 * True when the refund was requested already, or another refund has no outcome yet. The order page shows both. Only an
 * older page can still contain the form.
 */
function isRefundImpossible(inspection: Inspection, { key }: RefundEntry): boolean {
  return inspection.refunds.some(({ id }) => id === key) || hasPendingRefund(inspection);
}

function getRefundsUrl({ payment: { orderId, reference } }: Inspection): string {
  return `/office/orders/${orderId}#refunds-${reference}`;
}

interface NewRefund {
  readonly inspection: Inspection;
  readonly entry: RefundEntry;
  /** In sen. Undefined for the whole remaining amount. */
  readonly amount: number | undefined;
  readonly clerk: string;
}

async function createRefund(
  { actions, checkout, orders }: Office,
  { inspection, entry, amount, clerk }: NewRefund,
): Promise<void> {
  const { reference, orderId } = inspection.payment;
  const { key, reason } = entry;
  const text = `Refund of ${formatMoney(amount ?? calculateRefundableAmount(inspection))}`;
  orders.recordRefundRequest(orderId, key);
  await actions.run({ clerk, text, subject: reference, key: `refund:${key}` }, () =>
    checkout.operator.refunds.create(key, { reference, reason, amount }),
  );
}
