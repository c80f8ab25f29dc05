import { isKnownPaymentStatus, paymentStatus } from '@pgw/protocol';
import { emitPriceDifference } from '../fulfilment/price-report.ts';
import { getLogIds, type Engine } from './engine.ts';
import type { PriceDifference } from './order-price.ts';
import { fulfilsOrder, type Payment } from './payment.ts';

/** The gateway's status of a payment without an outcome. */
const pendingStatus = 0;

/** A payment before and after a settlement, and the difference of its price. */
interface SettledChange {
  readonly before: Payment;
  readonly after: Payment;
  readonly difference: PriceDifference | undefined;
}

/** Emits the events of a settlement, by comparing the payment before and after it. */
export function emitSettlement(engine: Engine, { before, after, difference }: SettledChange): void {
  if (difference !== undefined) emitPriceDifference(engine, after, difference);
  const ids = getLogIds(after);
  const status = after.gatewayStatus ?? pendingStatus;
  if (!isKnownPaymentStatus(status) && before.gatewayStatus !== status) {
    const message = `The gateway reported status ${status}, which its documentation does not contain. The payment stays ${after.state}.`;
    engine.emit({ level: 'warn', event: 'unknown-status', message, ids });
  }
  if (after.state === before.state) return;
  if (after.state === 'review' && difference !== undefined) return;
  if (after.state === 'review') {
    const message =
      'The amount, currency, reference or transaction number of the gateway differs from the stored value, or an authorized payment was captured ' +
      'at the gateway. The payment is not fulfilled. Compare both, then call operator.resolveReview.';
    engine.emit({ level: 'error', event: 'payment-in-review', message, ids });
    return;
  }
  const isNewlyWithheld = after.fulfilment.state === 'withheld' && before.fulfilment.state !== 'withheld';
  if (isNewlyWithheld && !fulfilsOrder(status)) {
    const message =
      `The gateway reports ${paymentStatus(status).name} (${status}): a refund was requested at the gateway before the shop stored the ` +
      'payment as paid, and the money was not returned. The payment is not fulfilled. Call operator.requeue to fulfil it.';
    engine.emit({ level: 'warn', event: 'fulfilment-withheld', message, ids });
  } else if (isNewlyWithheld) {
    const message =
      'Another payment has already paid the order. This payment is not fulfilled. Refund it, or requeue it.';
    engine.emit({ level: 'error', event: 'order-paid-twice', message, ids });
    engine.onSecondPayment(after);
  }
  engine.emit({ level: 'info', event: 'payment-settled', message: `The payment is ${after.state}.`, ids });
}
