import type { PaymentContext } from '../../engine/payment-context.ts';
import { isEnded, type Payment } from '../../model/payments/payment.ts';
import { syncPayment, type SyncOptions } from '../../sync/sync-payment.ts';
import { changeOperation, emitOperationOutcome } from '../change-operation.ts';
import { isUndecided, type Operation, type OperationState } from '../../model/operations/operation.ts';

/**
 * A last capture without an outcome counts as refused after this time, if the gateway still holds the whole
 * authorization.
 */
const assumeRefusedAfterMs = 120_000;

/**
 * Returns the captures of a payment, oldest first. First, it syncs the payment and stores the outcomes that
 * the gateway's record decides.
 */
export async function syncCaptures(
  context: PaymentContext,
  reference: string,
  options: Pick<SyncOptions, 'fulfillsLater'> = {},
): Promise<readonly Operation[]> {
  const captures = await context.store.listOperations(reference, 'capture');
  const payment = captures.some(isUndecided) ? await context.store.findPayment(reference) : undefined;
  if (payment === undefined) return captures;
  const updatedPayment = await syncPayment(context, payment, { source: 'capture', ...options });
  return decideCaptures(context, updatedPayment, captures);
}

/**
 * Stores the capture outcomes that follow from the state of a synced payment, and returns the captures. It
 * sends no request.
 */
export async function decideCaptures(
  context: PaymentContext,
  payment: Payment,
  captures: readonly Operation[],
): Promise<readonly Operation[]> {
  const undecidedCaptures = captures.filter((capture) => isUndecided(capture) && capture.origin === 'shop');
  if (undecidedCaptures.length === 0) return captures;
  const hasRefunds = (await context.store.listOperations(payment.reference, 'refund')).length > 0;
  const decidedCaptures = undecidedCaptures.map((capture) => ({
    capture,
    state: decideState(context, payment, { capture, hasRefunds }),
  }));
  for (const { capture, state } of decidedCaptures) {
    if (state === undefined) continue;
    const text = `The payment is ${payment.state}: the capture is ${state}.`;
    const change = { state, message: null, nextQueryAt: null, text };
    const changed = await changeOperation(context, capture, (current) =>
      isUndecided(current) ? change : undefined,
    );
    emitOperationOutcome(context, changed);
  }
  return decidedCaptures.every(({ state }) => state === undefined)
    ? captures
    : context.store.listOperations(payment.reference, 'capture');
}

/** Returns undefined while the state of the payment does not determine the outcome of the capture. */
function decideState(
  context: PaymentContext,
  payment: Payment,
  {
    capture: { isLast, createdAt },
    hasRefunds,
  }: { readonly capture: Operation; readonly hasRefunds: boolean },
): OperationState | undefined {
  const { state } = payment;
  // Without a stored refund, a payment that was returned before the store had it as paid is an authorization that was voided.
  if (isEnded(payment) && !hasRefunds) return 'refused';
  if (state === 'paid' || state === 'refunding' || state === 'refunded') return 'done';
  const isAssumedRefused =
    state === 'authorized' && isLast && context.now() - createdAt > assumeRefusedAfterMs;
  // In every other state, the gateway's reports contradict each other: the next report or an operator decides.
  return isAssumedRefused ? 'refused' : undefined;
}
