import { GatewayFaultError, InvalidRequestError, refundStatus, transactionNotFoundCode } from '@pgw/protocol';
import { isGatewayDown, noteOf, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { nextQueryAt } from '../payments/schedule.ts';
import { settle } from '../payments/settle.ts';
import type { RefundChange } from '../payments/store.ts';
import type { Refund, RefundState } from './refund.ts';

/** Queries the outcome of a refund at the gateway. Never repeats the refund. */
export async function settleRefund(engine: Engine, refunded: Refund): Promise<Refund> {
  const payment = await engine.store.findPayment(refunded.reference);
  if (payment === undefined || payment.transactionNumber === null) return refunded;
  const transactionNumber = refunded.refundTransactionNumber ?? payment.transactionNumber;
  try {
    const record = await engine.gateway.queryRefund({ transactionNumber });
    const status = await statusOf(engine, refunded, record);
    return status === undefined
      ? await postpone(engine, refunded)
      : await applyReport(engine, payment, refunded, status);
  } catch (error) {
    const isUnprocessed = error instanceof GatewayFaultError && error.fault.code === transactionNotFoundCode;
    if (!isUnprocessed && !isGatewayDown(engine)) reportRefund(engine, refunded, error);
    const postponed = await postpone(engine, refunded);
    engine.unconfirmed.add(error, () => engine.store.updateRefund(postponed, { nextQueryAt: engine.now() }));
    return postponed;
  }
}

/**
 * Stores the outcome of a refund that an operator has determined. For a refund whose request may not have
 * reached the gateway.
 *
 * @throws InvalidRequestError when its outcome is known, or no reason is given.
 */
export async function resolveRefund(
  engine: Engine,
  key: string,
  decision: 'done' | 'refused',
  reason: string,
): Promise<Refund> {
  const { store } = engine;
  const open = await store.findRefund(key);
  if (open === undefined) throw invalidRefund({ reference: key }, 'there is no such refund');
  const { reference, state } = open;
  if (!isRefundOpen(state)) throw invalidRefund({ reference }, `the refund is ${state} already`);
  if (reason.trim() === '') throw invalidRefund({ reference }, 'a reason must be given');
  const text = `The refund is ${decision}: ${reason.slice(0, 500)}`;
  const note = noteOf(engine, reference, 'operator', text);
  const resolved = await store.updateRefund(
    open,
    { state: decision, message: null, nextQueryAt: null },
    note,
  );
  // The refund has changed since it was read: read it again.
  return resolved ?? resolveRefund(engine, key, decision, reason);
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
 * The status of this refund in the gateway's record: found by its number or, when the number is unknown, by
 * amount and reason.
 */
async function statusOf(
  engine: Engine,
  refunded: Refund,
  record: RefundRecord,
): Promise<ReportedRefund | undefined> {
  const number = record.refundTransactionNumber ?? null;
  if (refunded.refundTransactionNumber !== null) {
    return { status: record.refundStatus, refundTransactionNumber: refunded.refundTransactionNumber };
  }
  const others = await engine.store.refundsOf(refunded.reference);
  const taken = new Set(others.map(({ refundTransactionNumber }) => refundTransactionNumber));
  const entry = record.refundPaymentList.find(
    ({ transactionNumber, amount, refundReason }) =>
      !taken.has(transactionNumber) && amount === refunded.amount && (refundReason ?? '') === refunded.reason,
  );
  if (entry !== undefined) {
    return { status: entry.refundStatus, refundTransactionNumber: entry.transactionNumber };
  }
  const isOurs = record.amount === refunded.amount && !taken.has(number);
  return isOurs ? { status: record.refundStatus, refundTransactionNumber: number } : undefined;
}

/**
 * Stores a status that the gateway reported for a refund, and settles its payment when the status has
 * changed.
 */
export async function applyReport(
  engine: Engine,
  payment: Payment,
  refunded: Refund,
  reported: ReportedRefund,
): Promise<Refund> {
  const { status, refundTransactionNumber } = reported;
  const state = stateOf(status);
  const isFinal = state !== 'processing';
  const next: RefundChange = {
    state,
    gatewayStatus: status,
    refundTransactionNumber,
    nextQueryAt: isFinal ? null : nextQueryAt('refunding', refunded, engine.now()),
  };
  const hasChanged = state !== refunded.state || status !== refunded.gatewayStatus;
  const text = hasChanged
    ? `The gateway reports ${refundStatus(status).name} (${status}): the refund is ${state}.`
    : undefined;
  const changed = await changeRefund(engine, refunded, next, text);
  if (hasChanged) {
    // The refund has changed the payment, so it is read again.
    const current = (await engine.store.findPayment(payment.reference)) ?? payment;
    await settle(engine, current, { source: 'refund', fulfilsLater: true }).catch((error: unknown) =>
      reportRefund(engine, refunded, error),
    );
  }
  return changed;
}

function stateOf(status: number): RefundState {
  const { name, isFinal, isReturned } = refundStatus(status);
  if (!isFinal) return 'processing';
  if (isReturned) return 'done';
  return name === 'RefundReverse' ? 'reversed' : 'failed';
}

async function postpone(engine: Engine, refunded: Refund): Promise<Refund> {
  const next = nextQueryAt('refunding', refunded, engine.now());
  return (await engine.store.updateRefund(refunded, { nextQueryAt: next })) ?? refunded;
}

/**
 * Writes a change with a note. When another process has changed the refund first, the stored refund is
 * returned.
 */
export async function changeRefund(
  engine: Engine,
  refunded: Refund,
  next: RefundChange,
  text?: string,
): Promise<Refund> {
  const note = text === undefined ? undefined : noteOf(engine, refunded.reference, 'refund', text);
  const changed = await engine.store.updateRefund(refunded, next, note);
  // Another process has stored the same outcome first.
  return changed ?? (await engine.store.findRefund(refunded.key)) ?? refunded;
}

/** Reports a failure of a refund as an event. */
export function reportRefund(engine: Engine, refunded: Refund, error: unknown): void {
  const message = `A refund needs an operator's attention: ${error instanceof Error ? error.message : 'unknown error'}`;
  const ids = { reference: refunded.reference, refund: refunded.key };
  engine.emit({ level: 'warn', event: 'refund-failed', message, ids, error });
}

/** The error for a refund request that breaks a rule. */
export function invalidRefund(
  { reference }: Pick<Refund, 'reference'>,
  message: string,
): InvalidRequestError {
  return new InvalidRequestError(`Refund of payment ${reference}`, [{ path: '', message }], {
    ids: { reference },
  });
}
