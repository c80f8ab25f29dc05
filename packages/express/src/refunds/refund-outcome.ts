import { GatewayFaultError, InvalidRequestError, refundStatus, transactionNotFoundCode } from '@pgw/protocol';
import { getErrorMessage } from '../error-message.ts';
import { isGatewayDown, createNote, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { maxQuotedTextLength } from '../payments/timeline.ts';
import { computeNextQueryAt } from '../payments/schedule.ts';
import { settle } from '../payments/settle.ts';
import type { RefundChange } from '../payments/store.ts';
import type { Refund, RefundState } from './refund.ts';

/** Queries the outcome of a refund at the gateway. The refund is never sent again. */
export async function settleRefund(engine: Engine, refund: Refund): Promise<Refund> {
  const payment = await engine.store.findPayment(refund.reference);
  if (payment === undefined || payment.transactionNumber === null) return refund;
  const transactionNumber = refund.refundTransactionNumber ?? payment.transactionNumber;
  try {
    const record = await engine.gateway.queryRefund({ transactionNumber });
    const report = await findReport(engine, refund, record);
    return report === undefined
      ? await postponeQuery(engine, refund)
      : await storeReportedStatus(engine, payment, refund, report);
  } catch (error) {
    const hasNoRecord = error instanceof GatewayFaultError && error.fault.code === transactionNotFoundCode;
    if (!hasNoRecord && !isGatewayDown(engine)) emitRefundFailure(engine, refund, error);
    const postponedRefund = await postponeQuery(engine, refund);
    engine.unconfirmedClaims.addIfNoResponse(error, () =>
      engine.store.updateRefund(postponedRefund, { nextQueryAt: engine.now() }),
    );
    return postponedRefund;
  }
}

/**
 * Stores the outcome that an operator has determined, for a refund whose request may not have reached the
 * gateway.
 *
 * @throws InvalidRequestError when the outcome is already known, or the reason is empty.
 */
export async function resolveRefund(
  engine: Engine,
  key: string,
  decision: 'done' | 'refused',
  reason: string,
): Promise<Refund> {
  const { store } = engine;
  const storedRefund = await store.findRefund(key);
  if (storedRefund === undefined) {
    const message = 'there is no refund with this key';
    throw new InvalidRequestError(`Refund ${key}`, [{ path: '', message }], { ids: { refund: key } });
  }
  const { reference, state } = storedRefund;
  if (!isRefundOpen(state)) throw createRefundError({ reference }, `the refund is ${state} already`);
  if (reason.trim() === '') throw createRefundError({ reference }, 'a reason is required');
  const text = `The refund is ${decision}: ${reason.slice(0, maxQuotedTextLength)}`;
  const note = createNote(engine, reference, 'operator', text);
  const resolvedRefund = await store.updateRefund(
    storedRefund,
    { state: decision, message: null, nextQueryAt: null },
    note,
  );
  // The refund has changed since it was read: read it again.
  return resolvedRefund ?? resolveRefund(engine, key, decision, reason);
}

/** True while the outcome of a refund is not final. */
export function isRefundOpen(state: RefundState): boolean {
  return state === 'requested' || state === 'unknown' || state === 'processing';
}

type RefundRecord = Awaited<ReturnType<Engine['gateway']['queryRefund']>>;

/** The gateway's status of one refund. */
interface ReportedRefund {
  readonly status: number;
  readonly refundTransactionNumber: string | null;
}

/**
 * Finds this refund in the gateway's record by its number. When the number is unknown, it searches the list of
 * refunds by amount and reason, and then compares the amount of the record.
 */
async function findReport(
  engine: Engine,
  refund: Refund,
  record: RefundRecord,
): Promise<ReportedRefund | undefined> {
  if (refund.refundTransactionNumber !== null) {
    return { status: record.refundStatus, refundTransactionNumber: refund.refundTransactionNumber };
  }
  const paymentRefunds = await engine.store.listRefunds(refund.reference);
  const usedNumbers = new Set(paymentRefunds.map(({ refundTransactionNumber }) => refundTransactionNumber));
  const entry = record.refundPaymentList.find(
    ({ transactionNumber, amount, refundReason }) =>
      !usedNumbers.has(transactionNumber) &&
      amount === refund.amount &&
      (refundReason ?? '') === refund.reason,
  );
  if (entry !== undefined) {
    return { status: entry.refundStatus, refundTransactionNumber: entry.transactionNumber };
  }
  const refundTransactionNumber = record.refundTransactionNumber ?? null;
  const isThisRefund = record.amount === refund.amount && !usedNumbers.has(refundTransactionNumber);
  return isThisRefund ? { status: record.refundStatus, refundTransactionNumber } : undefined;
}

/**
 * Stores a status that the gateway reported for a refund, and settles its payment when the status has
 * changed.
 */
export async function storeReportedStatus(
  engine: Engine,
  payment: Payment,
  refund: Refund,
  report: ReportedRefund,
): Promise<Refund> {
  const { status, refundTransactionNumber } = report;
  const state = toRefundState(status);
  const isFinal = state !== 'processing';
  const change: RefundChange = {
    state,
    gatewayStatus: status,
    refundTransactionNumber,
    nextQueryAt: isFinal ? null : computeNextQueryAt('refunding', refund, engine.now()),
  };
  const hasChanged = state !== refund.state || status !== refund.gatewayStatus;
  const text = hasChanged
    ? `The gateway reports ${refundStatus(status).name} (${status}): the refund is ${state}.`
    : undefined;
  const updatedRefund = await updateRefund(engine, refund, change, text);
  if (hasChanged) {
    // The refund has changed the payment, so it is read again.
    const changedPayment = (await engine.store.findPayment(payment.reference)) ?? payment;
    await settle(engine, changedPayment, { source: 'refund', fulfilsLater: true }).catch((error: unknown) =>
      emitRefundFailure(engine, refund, error),
    );
  }
  return updatedRefund;
}

function toRefundState(status: number): RefundState {
  const { name, isFinal, isReturned } = refundStatus(status);
  if (!isFinal) return 'processing';
  if (isReturned) return 'done';
  return name === 'RefundReverse' ? 'reversed' : 'failed';
}

async function postponeQuery(engine: Engine, refund: Refund): Promise<Refund> {
  const next = computeNextQueryAt('refunding', refund, engine.now());
  return (await engine.store.updateRefund(refund, { nextQueryAt: next })) ?? refund;
}

/**
 * Writes a change with a note. When another process has changed the refund first, the stored refund is
 * returned.
 */
export async function updateRefund(
  engine: Engine,
  refund: Refund,
  change: RefundChange,
  text?: string,
): Promise<Refund> {
  const note = text === undefined ? undefined : createNote(engine, refund.reference, 'refund', text);
  const updatedRefund = await engine.store.updateRefund(refund, change, note);
  // Another process has stored the same outcome first.
  return updatedRefund ?? (await engine.store.findRefund(refund.key)) ?? refund;
}

/** Emits an event for a failed refund. */
export function emitRefundFailure(engine: Engine, refund: Refund, error: unknown): void {
  const message = `A refund needs an operator's attention: ${getErrorMessage(error)}`;
  const ids = { reference: refund.reference, refund: refund.key };
  engine.emit({ level: 'warn', event: 'refund-failed', message, ids, error });
}

/** Creates the error for a refund request that breaks a rule. */
export function createRefundError(
  { reference }: Pick<Refund, 'reference'>,
  message: string,
): InvalidRequestError {
  return new InvalidRequestError(`Refund of payment ${reference}`, [{ path: '', message }], {
    ids: { reference },
  });
}
