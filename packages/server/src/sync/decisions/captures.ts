import { authType, moneyText, paymentStatus } from '@pgw/protocol';
import { createOutcomeEvents } from '../../events/operation-events.ts';
import {
  applyOperationChange,
  createImportedOperation,
  isUndecided,
  mayHaveMovedMoney,
  sumMovedAmounts,
  type Operation,
  type OperationState,
} from '../../model/operations/operation.ts';
import { isEnded, type Payment } from '../../model/payments/payment.ts';
import type { DescribedChange, OperationDecision } from './refunds.ts';

/**
 * A last capture without an outcome counts as refused after this time, if the gateway still holds the whole
 * authorization.
 */
const assumeRefusedAfterMs = 120_000;

/** True for a status by which a payment becomes paid that becomes paid only by a capture. */
export function isPaidByCapture({ state, card, fulfillment }: Payment, status: number): boolean {
  const isHeld = state === 'authorized' || card?.authType === authType.preAuth;
  const isWaiting = isHeld && fulfillment.state === 'none' && state !== 'review';
  return isWaiting && paymentStatus(status).outcome === 'paid';
}

/**
 * Finds the part of a payment that was captured without this program. The record does not show the captured amount, so it
 * is a capture of unknown outcome, with the amount that may have been captured. A person stores the amount
 * (`operator.captures.resolve`) and ends the review of the payment.
 */
export function findUnknownCapture(
  payment: Payment,
  captures: readonly Operation[],
  { status, now }: { readonly status: number; readonly now: number },
): Operation | undefined {
  if (!isPaidByCapture(payment, status)) return undefined;
  const storedCapture = captures.find((capture) => capture.origin === 'gateway' && isUndecided(capture));
  if (storedCapture !== undefined) return storedCapture;
  // After the last capture, the gateway has released the rest.
  if (captures.some((capture) => capture.isLast && mayHaveMovedMoney(capture))) return undefined;
  const amount = payment.amount - sumMovedAmounts(captures);
  if (amount <= 0) return undefined;
  const { reference, transactionNumber, currencyCode, channel } = payment;
  return createImportedOperation(
    {
      id: `gateway:capture:${transactionNumber}`,
      kind: 'capture',
      reference,
      state: 'unknown',
      amount,
      currencyCode,
      channelId: channel?.id ?? null,
      isLast: true,
    },
    now,
  );
}

/** What is known about the captures of a payment. `payment` has its new state. */
interface KnownCaptures {
  readonly payment: Payment;
  readonly captures: readonly Operation[];
  readonly hasRefunds: boolean;
  readonly unknownCapture: Operation | undefined;
}

/** Decides the outcomes of captures that follow from the new state of their payment, and imports the unknown part. */
export function decideCaptures(
  { payment, captures, hasRefunds, unknownCapture }: KnownCaptures,
  now: number,
): OperationDecision {
  const insert = unknownCapture === undefined || captures.includes(unknownCapture) ? [] : [unknownCapture];
  const change = captures.flatMap((operation): DescribedChange[] => {
    const isOpenHere = isUndecided(operation) && operation.origin === 'shop';
    const state = isOpenHere ? decideState(payment, operation, { hasRefunds, now }) : undefined;
    if (state === undefined) return [];
    const text = `The payment is ${payment.state}: the capture is ${state}.`;
    return [{ operation, change: { state, message: null, nextQueryAt: null }, text }];
  });
  return {
    insert,
    change,
    texts: [
      ...insert.map(
        (capture) =>
          `The payment was captured at the gateway without this shop. Up to ${moneyText(capture)} were captured; the record does not show the amount.`,
      ),
      ...change.flatMap(({ text }) => text ?? []),
    ],
    hooks: [],
    events: change.flatMap(({ operation, change: fields, text = '' }) =>
      createOutcomeEvents(operation, applyOperationChange(operation, fields), text),
    ),
  };
}

/** Returns undefined while the state of the payment does not determine the outcome of the capture. */
function decideState(
  payment: Payment,
  { isLast, createdAt }: Operation,
  { hasRefunds, now }: { readonly hasRefunds: boolean; readonly now: number },
): OperationState | undefined {
  const { state } = payment;
  // Without a stored refund, a payment that was returned before the store had it as paid is an authorization that was voided.
  if (isEnded(payment) && !hasRefunds) return 'refused';
  if (state === 'paid' || state === 'refunding' || state === 'refunded') return 'done';
  const isAssumedRefused = state === 'authorized' && isLast && now - createdAt > assumeRefusedAfterMs;
  // In every other state, the gateway's reports contradict each other: the next report or an operator decides.
  return isAssumedRefused ? 'refused' : undefined;
}
