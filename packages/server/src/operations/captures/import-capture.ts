import { authType, moneyText } from '@pgw/protocol';
import { createNote, type PaymentContext } from '../../engine/payment-context.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { createImportedOperation } from '../new-operation.ts';
import {
  isUndecided,
  mayHaveMovedMoney,
  sumMovedAmounts,
  type Operation,
} from '../../model/operations/operation.ts';

/**
 * Returns true when a payment that the gateway reports as paid was captured without this program. The record does
 * not show the captured amount, so a capture of unknown outcome is stored, with the amount that may have been
 * captured. A person stores the amount (`operator.captures.resolve`) and ends the review of the payment.
 */
export async function importCapture(context: PaymentContext, payment: Payment): Promise<boolean> {
  if (!needsCapture(payment)) return false;
  const { store } = context;
  const captures = await store.listOperations(payment.reference, 'capture');
  if (captures.some((capture) => capture.origin === 'gateway' && isUndecided(capture))) return true;
  // After the last capture, the gateway has released the rest.
  if (captures.some((capture) => capture.isLast && mayHaveMovedMoney(capture))) return false;
  const amount = payment.amount - sumMovedAmounts(captures);
  if (amount <= 0) return false;
  const capture = createImportedCapture(context, payment, amount);
  const text = `The payment was captured at the gateway without this shop. Up to ${moneyText(capture)} were captured; the record does not show the amount.`;
  const note = createNote(context, {
    reference: payment.reference,
    source: 'capture',
    kind: 'operation-changed',
    text,
  });
  // When the payment has changed or the capture exists, the update is repeated.
  await store.insertOperation(capture, note, payment);
  return true;
}

/** True for a payment that becomes paid only by a capture. */
function needsCapture({ state, card, fulfillment }: Payment): boolean {
  const isHeld = state === 'authorized' || card?.authType === authType.preAuth;
  return isHeld && fulfillment.state === 'none' && state !== 'review';
}

function createImportedCapture(
  context: Pick<PaymentContext, 'now'>,
  { reference, transactionNumber, currencyCode, channel }: Payment,
  amount: number,
): Operation {
  return createImportedOperation(context, {
    id: `gateway:capture:${transactionNumber}`,
    kind: 'capture',
    reference,
    state: 'unknown',
    amount,
    currencyCode,
    channelId: channel?.id ?? null,
    isLast: true,
  });
}
