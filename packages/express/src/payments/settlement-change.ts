import { isSameReference, paymentStatus } from '@pgw/protocol';
import { createNote, type Engine } from './engine.ts';
import type { PaymentRecord } from './gateway-record.ts';
import { canRetry, chooseTransactionNumber, hasSameNumber } from './hosted-session.ts';
import type { SettlementChange } from './payment-change.ts';
import {
  fulfilsOrder,
  isAllowedTransition,
  toPaymentState,
  type Payment,
  type PaymentFulfilment,
  type PaymentState,
} from './payment.ts';
import { computeNextQueryAt } from './schedule.ts';
import { describeTransition, type Note, type NoteSource } from './timeline.ts';

/** Compares the gateway's record with the stored payment, and returns the change that the record causes. */
export function computeChange(
  engine: Engine,
  payment: Payment,
  record: PaymentRecord,
  { isCapturedElsewhere = false }: { readonly isCapturedElsewhere?: boolean } = {},
): SettlementChange {
  const now = engine.now();
  // An unknown part of the amount was captured.
  const nextState = isCapturedElsewhere ? 'review' : computeState(payment, record);
  const state =
    nextState !== undefined && isAllowedTransition(payment.state, nextState) ? nextState : payment.state;
  const isPaidFirstTime = state === 'paid' && payment.fulfilment.state === 'none';
  const mayRetry = (state === 'failed' || state === 'cancelled') && canRetry(payment, record, now);
  return {
    state,
    transactionNumber: chooseTransactionNumber(payment, record, state),
    gatewayStatus: record.status,
    schedule: { queriedAt: now, nextQueryAt: computeNextQueryAt(mayRetry ? 'open' : state, payment, now) },
    ...(state !== payment.state && { settledAt: now }),
    ...(isPaidFirstTime && { fulfilment: computeFulfilment(record, now) }),
  };
}

/**
 * Returns the fulfilment of a payment that becomes paid. Another status than Success means that a refund was
 * requested before this query and has failed. An operator then decides.
 */
function computeFulfilment({ status }: PaymentRecord, now: number): Partial<PaymentFulfilment> {
  return fulfilsOrder(status) ? { state: 'due', nextAttemptAt: now } : { state: 'withheld' };
}

function computeState(payment: Payment, record: PaymentRecord): PaymentState | undefined {
  const isConsistent =
    isSameReference(record.referenceCode, payment.reference) &&
    record.amount === payment.amount &&
    record.currencyCode.toUpperCase() === payment.currencyCode &&
    hasSameNumber(payment, record);
  return isConsistent ? toPaymentState(paymentStatus(record.status).outcome) : 'review';
}

/** Creates a timeline entry if the state or the gateway's status has changed. */
export function createChangeNotes(
  engine: Engine,
  payment: Payment,
  change: SettlementChange,
  source: NoteSource,
): Note[] {
  const { state = payment.state, gatewayStatus = payment.gatewayStatus } = change;
  const isTransition = state !== payment.state;
  if (!isTransition && gatewayStatus === payment.gatewayStatus) return [];
  if (change.gatewayStatus == null) {
    const text = `${describeTransition(state)}: the gateway has no attempt to pay, and the deadline has passed.`;
    return [createNote(engine, payment.reference, source, text)];
  }
  const report = `the gateway reports ${paymentStatus(change.gatewayStatus).name} (${change.gatewayStatus})`;
  const text = isTransition ? `${describeTransition(state)}: ${report}.` : `Still ${state}: ${report}.`;
  return [createNote(engine, payment.reference, source, text)];
}
