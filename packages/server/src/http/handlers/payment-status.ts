import type { StorefrontPayment } from '@pgw/protocol';
import type { StorefrontPaymentStatus } from '@pgw/protocol/internal';
import type { Payment } from '../../model/payments/payment.ts';
import { syncIfStale } from '../../sync/sync-payment.ts';
import { toResultPayment, toPaymentStatus } from '../storefront-payment.ts';
import { catchSyncFailure, waitForSync } from '../input/catch-sync-failure.ts';
import { findRequestedPayment, hasAccess } from '../payment-access.ts';
import { describeContinuation } from './redirect-page.ts';
import { type Context, createJsonReply, type Handler } from '../route.ts';
import { shareConcurrentRuns } from '../../engine/shared-runs.ts';

/** The minimum time between two queries about one payment in a process, for any number of requests. */
const freshMs = 1_500;

/** GET /payments/:reference. Only a browser with the cookie receives the order, because receipts show the reference. */
export function createStatusHandler(context: Context): Handler {
  const { paymentContext } = context;
  const shareSync = shareConcurrentRuns<Payment>();
  return async (exchange) => {
    const payment = await findRequestedPayment(context, exchange);
    const update = shareSync(payment.reference, () =>
      catchSyncFailure(
        paymentContext,
        payment,
        syncIfStale(paymentContext, payment, { source: 'status', freshMs }),
      ),
    );
    const updatedPayment = await waitForSync(context, payment, update);
    const response: StorefrontPayment | StorefrontPaymentStatus = hasAccess(context, exchange, updatedPayment)
      ? {
          ...(await toResultPayment(context, updatedPayment)),
          ...describeContinuation(context, updatedPayment),
        }
      : toPaymentStatus(updatedPayment, context);
    return createJsonReply(response);
  };
}
