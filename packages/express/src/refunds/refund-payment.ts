import {
  GatewayFaultError,
  InvalidRequestError,
  moneyText,
  paymentStatus,
  type PgwError,
  refundStatus,
  transactionNotFoundCode,
} from '@pgw/protocol';
import type { RefundChange } from '../payments/store.ts';
import { idsOf, isGatewayDown, noteOf, type Engine } from '../payments/engine.ts';
import { fulfilsOrder, type Payment } from '../payments/payment.ts';
import { mayHaveReturned, type Refund, type RefundState } from './refund.ts';
import { nextQueryAt } from '../payments/schedule.ts';
import { settle } from '../payments/settle.ts';

/** A refund that an operator requests. */
export interface RefundRequest {
  /** Of the payment. */
  readonly reference: string;
  /** Integer minor units. Left out: all that remains. */
  readonly amount?: number | undefined;
  /** Sent to the gateway, and printed on the customer's statement where the provider supports it. */
  readonly reason: string;
  /** 8 to 64 of A-Z a-z 0-9 - _. Make a new key for each refund: a repeated key returns the first refund. */
  readonly key: string;
}

/**
 * Refunds a payment, in full or in part. The refund is stored before the gateway receives the request. When no response arrives, the
 * refund is `unknown`: it is queried until its outcome is known, and never sent again.
 *
 * @throws InvalidRequestError when the payment is not paid, the key belongs to another refund, or the amount exceeds what remains;
 * nothing was sent then.
 */
export async function refund(engine: Engine, request: RefundRequest): Promise<Refund> {
  const { store } = engine;
  for (;;) {
    const known = await store.findRefund(request.key);
    if (known !== undefined) return sameRefund(known, request);
    const payment = await store.findPayment(request.reference);
    if (payment === undefined) throw wrong(request, 'there is no such payment');
    const wanted = newRefund(engine, { request, payment, earlier: await store.refundsOf(request.reference) });
    const text = `A refund of ${moneyText({ ...payment, amount: wanted.amount })} is requested: ${request.reason.slice(0, 200)}`;
    const isStored = await store.insertRefund(
      payment,
      wanted,
      noteOf(engine, payment.reference, 'operator', text),
    );
    if (isStored) return send(engine, payment, wanted);
    // The payment has changed, or another request has just stored this key: read again.
  }
}

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
      : await apply(engine, payment, refunded, status);
  } catch (error) {
    const isUnprocessed = error instanceof GatewayFaultError && error.fault.code === transactionNotFoundCode;
    if (!isUnprocessed && !isGatewayDown(engine)) report(engine, refunded, error);
    const postponed = await postpone(engine, refunded);
    engine.unanswered.add(error, () => engine.store.updateRefund(postponed, { nextQueryAt: engine.now() }));
    return postponed;
  }
}

/**
 * Stores the outcome of a refund that an operator has determined. For a refund whose request may not have reached the gateway.
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
  if (open === undefined) throw wrong({ reference: key }, 'there is no such refund');
  const { reference, state } = open;
  if (!isOpen(state)) throw wrong({ reference }, `the refund is ${state} already`);
  if (reason.trim() === '') throw wrong({ reference }, 'a reason must be given');
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

function isOpen(state: RefundState): boolean {
  return state === 'requested' || state === 'unknown' || state === 'processing';
}

type RefundRecord = Awaited<ReturnType<Engine['gateway']['queryRefund']>>;

/** The gateway's status of one refund. */
interface ReportedRefund {
  readonly status: number;
  readonly refundTransactionNumber: string | null;
}

/** The status of this refund in the gateway's record: found by its number or, when the number is unknown, by amount and reason. */
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

type Sent = Awaited<ReturnType<Engine['gateway']['attempt']['refundPayment']>>;

async function send(engine: Engine, payment: Payment, wanted: Refund): Promise<Refund> {
  const isWhole = wanted.amount === payment.amount;
  const outcome = await engine.gateway.attempt.refundPayment({
    transactionNumber: payment.transactionNumber ?? '',
    reason: wanted.reason,
    ...(!isWhole && { amount: wanted.amount }),
  });
  if (outcome.kind !== 'done') {
    return refused(engine, { payment, wanted, outcome });
  }
  // The gateway has the refund. When the store fails now, the refund stays `requested` and is queried later.
  const { refundStatus: status, refundTransactionNumber = null } = outcome.answer;
  return apply(engine, payment, wanted, { status, refundTransactionNumber });
}

async function refused(
  engine: Engine,
  {
    payment,
    wanted,
    outcome,
  }: { payment: Payment; wanted: Refund; outcome: Exclude<Sent, { kind: 'done' }> },
): Promise<Refund> {
  const { kind, error } = outcome;
  const message = refusalText(payment, error);
  report(engine, wanted, error);
  return kind === 'unknown'
    ? change(
        engine,
        wanted,
        { state: 'unknown', message },
        'No response to the refund arrived: its outcome is queried, and it is not sent again.',
      )
    : change(
        engine,
        wanted,
        { state: 'refused', message, nextQueryAt: null },
        `The refund was refused: ${message}`,
      );
}

/** The reason for a refusal, for the operator. Code 2010 after a failed refund is about the payment's status, which the gateway's text omits. */
function refusalText({ gatewayStatus }: Payment, error: PgwError): string {
  if (!(error instanceof GatewayFaultError)) return error.code;
  const { code, gatewayMessage } = error.fault;
  if (code !== transactionNotFoundCode || gatewayStatus === null || fulfilsOrder(gatewayStatus))
    return gatewayMessage.slice(0, 500);
  return (
    `The gateway refunds a payment only while its status is Success, and this one is in ${paymentStatus(gatewayStatus).name} ` +
    `(${gatewayStatus}) after an earlier refund. Nothing was returned by this request. Ask the gateway's support to return the money, ` +
    'or to set the payment back to Success and then refund it again.'
  );
}

async function apply(
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
  const changed = await change(engine, refunded, next, text);
  if (hasChanged) {
    // The refund has changed the payment, so it is read again.
    const current = (await engine.store.findPayment(payment.reference)) ?? payment;
    await settle(engine, current, { source: 'refund', fulfilsLater: true }).catch((error: unknown) =>
      report(engine, refunded, error),
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

function newRefund(
  engine: Engine,
  { request, payment, earlier }: { request: RefundRequest; payment: Payment; earlier: readonly Refund[] },
): Refund {
  const isPaid = payment.state === 'paid' || payment.state === 'refunding' || payment.state === 'refunded';
  if (!isPaid || payment.transactionNumber === null)
    throw wrong(request, `the payment is ${payment.state}, not paid`);
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(request.key))
    throw wrong(request, 'key must be 8 to 64 letters, digits, - or _');
  if (request.reason.trim() === '') throw wrong(request, 'a reason must be given');
  const returned = earlier
    .filter(({ state }) => mayHaveReturned(state))
    .reduce((sum, { amount }) => sum + amount, 0);
  const remains = (payment.capturedAmount ?? payment.amount) - returned;
  const amount = request.amount ?? remains;
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > remains) {
    const hint = earlier.some(({ state }) => isOpen(state))
      ? '; the outcome of an earlier refund is unknown: look it up at the gateway and store it first (operator.resolveRefund)'
      : '';
    const message = `amount must be an integer of minor units from 1 to ${remains}, which is what remains${hint}`;
    throw wrong(request, message);
  }
  const now = engine.now();
  return {
    key: request.key,
    reference: payment.reference,
    state: 'requested',
    amount,
    reason: request.reason,
    refundTransactionNumber: null,
    gatewayStatus: null,
    message: null,
    createdAt: now,
    nextQueryAt: now + 60_000,
    version: 1,
  };
}

function sameRefund(known: Refund, request: RefundRequest): Refund {
  const isSame = known.reference.toLowerCase() === request.reference.toLowerCase();
  if (isSame && (request.amount === undefined || request.amount === known.amount)) return known;
  throw wrong(request, 'the key belongs to another refund; make a new key for each refund');
}

async function postpone(engine: Engine, refunded: Refund): Promise<Refund> {
  const next = nextQueryAt('refunding', refunded, engine.now());
  return (await engine.store.updateRefund(refunded, { nextQueryAt: next })) ?? refunded;
}

async function change(engine: Engine, refunded: Refund, next: RefundChange, text?: string): Promise<Refund> {
  const note = text === undefined ? undefined : noteOf(engine, refunded.reference, 'refund', text);
  const changed = await engine.store.updateRefund(refunded, next, note);
  // Another process has stored the same outcome first.
  return changed ?? (await engine.store.findRefund(refunded.key)) ?? refunded;
}

function report(engine: Engine, refunded: Refund, error: unknown): void {
  const message = `A refund needs an operator's attention: ${error instanceof Error ? error.message : 'unknown error'}`;
  const ids = { reference: refunded.reference, refund: refunded.key };
  engine.emit({ level: 'warn', event: 'refund-failed', message, ids, error });
}

function wrong({ reference }: Pick<RefundRequest, 'reference'>, message: string): InvalidRequestError {
  return new InvalidRequestError(`Refund of payment ${reference}`, [{ path: '', message }], {
    ids: { reference },
  });
}

/** Refunds a payment that was paid for an order which another one had paid already. */
export async function refundSecond(engine: Engine, payment: Payment): Promise<void> {
  try {
    const { reference } = payment;
    await refund(engine, {
      reference,
      reason: 'The order was paid twice',
      key: `second-${reference}`.slice(0, 64),
    });
  } catch (error) {
    const message = `The second payment of an order could not be refunded: ${error instanceof Error ? error.message : 'unknown error'}`;
    engine.emit({ level: 'error', event: 'refund-failed', message, ids: idsOf(payment), error });
  }
}
