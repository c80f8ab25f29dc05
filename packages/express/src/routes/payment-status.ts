import type { StorefrontPayment } from '@pgw/protocol';
import type { StorefrontPaymentStatus } from '@pgw/protocol/internal';
import type { Request, Response } from 'express';
import type { Payment } from '../payments/payment.ts';
import { settleIfStale } from '../payments/settle.ts';
import { toResultPayment } from '../payments/second-payment.ts';
import { toPaymentStatus } from '../payments/storefront-payment.ts';
import { catchSettlementFailure } from './requests/catch-settlement-failure.ts';
import { findRequestedPayment } from './requests/requested-payment.ts';
import { hasAccess } from './requests/payment-access.ts';
import type { Context } from './context.ts';
import { shareConcurrentRuns } from '../payments/shared-runs.ts';
import { sendJson } from './send-text.ts';

/** The minimum time between two queries about one payment in a process, for any number of requests. */
const freshMs = 1_500;

/**
 * GET /payments/:reference: the state of a payment. Only a browser with the cookie of the payment receives the
 * order, because bank pages and receipts show the reference.
 */
export function createStatusHandler(context: Context) {
  const { engine } = context;
  const shareSettlement = shareConcurrentRuns<Payment>();
  return async (req: Request, res: Response): Promise<void> => {
    const payment = await findRequestedPayment(context, req);
    const settledPayment = await shareSettlement(payment.reference, () =>
      catchSettlementFailure(engine, payment, settleIfStale(engine, payment, { source: 'status', freshMs })),
    );
    const response: StorefrontPayment | StorefrontPaymentStatus = hasAccess(context, req, settledPayment)
      ? await toResultPayment(engine, settledPayment, context.viewOptions)
      : toPaymentStatus(settledPayment);
    sendJson(res, response);
  };
}
