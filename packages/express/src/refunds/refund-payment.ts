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
import { nextAskAt } from '../payments/schedule.ts';
import { settle } from '../payments/settle.ts';

/** What an operator asks for. */
export interface RefundWish {
  /** Of the payment. */
  readonly reference: string;
  /** Integer minor units. Left out: all that remains. */
  readonly amount?: number | undefined;
  /** For the gateway and the customer's statement. */
  readonly reason: string;
  /** 8 to 64 of A-Z a-z 0-9 - _, made once for each wish: the same key is the same refund, however often it is sent. */
  readonly key: string;
}

/**
 * Gives money back, in full or in part, and remembers it before the gateway is asked. An answer that was lost leaves the
 * refund `unknown`: it is asked about until it is known, and never sent again.
 *
 * @throws InvalidRequestError when the payment is not paid, the key is another refund's, or more is asked than remains;
 * nothing was sent then.
 */
export async function refund(engine: Engine, wish: RefundWish): Promise<Refund> {
  const { store } = engine;
  for (;;) {
    const known = await store.findRefund(wish.key);
    if (known !== undefined) return sameRefund(known, wish);
    const payment = await store.findPayment(wish.reference);
    if (payment === undefined) throw wrong(wish, 'there is no such payment');
    const wanted = newRefund(engine, { wish, payment, earlier: await store.refundsOf(wish.reference) });
    const text = `A refund of ${moneyText({ ...payment, amount: wanted.amount })} is requested: ${wish.reason.slice(0, 200)}`;
    const isStored = await store.insertRefund(
      payment,
      wanted,
      noteOf(engine, payment.reference, 'operator', text),
    );
    if (isStored) return send(engine, payment, wanted);
    // The payment has moved on, or the key was taken this moment: look again.
  }
}

/** Asks the gateway what became of a refund. Never repeats it. */
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
    engine.unanswered.add(error, () => engine.store.updateRefund(postponed, { nextAskAt: engine.now() }));
    return postponed;
  }
}

/**
 * Writes what a person found out about a refund of which the gateway does not tell: its answer was lost, and it may never have come.
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
  const resolved = await store.updateRefund(open, { state: decision, message: null, nextAskAt: null }, note);
  // It has changed since it was read: look again.
  return resolved ?? resolveRefund(engine, key, decision, reason);
}

function isOpen(state: RefundState): boolean {
  return state === 'requested' || state === 'unknown' || state === 'processing';
}

type RefundRecord = Awaited<ReturnType<Engine['gateway']['queryRefund']>>;

interface Word {
  readonly status: number;
  readonly refundTransactionNumber: string | null;
}

/** The gateway's word on this very refund: by its number; or, where that was lost, by sum and reason among the others. */
async function statusOf(engine: Engine, refunded: Refund, record: RefundRecord): Promise<Word | undefined> {
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
  // From here on the gateway has it. When the store fails, it stays `requested` and is asked about.
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
        'The answer to the refund was lost: it is asked about, not repeated.',
      )
    : change(
        engine,
        wanted,
        { state: 'refused', message, nextAskAt: null },
        `The refund was refused: ${message}`,
      );
}

/** Why a refund was refused, for the operator. 2010 after a failed refund is a state of the payment, and the gateway's text does not say so. */
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

async function apply(engine: Engine, payment: Payment, refunded: Refund, word: Word): Promise<Refund> {
  const { status, refundTransactionNumber } = word;
  const state = stateOf(status);
  const isFinal = state !== 'processing';
  const next: RefundChange = {
    state,
    gatewayStatus: status,
    refundTransactionNumber,
    nextAskAt: isFinal ? null : nextAskAt('refunding', refunded, engine.now()),
  };
  const isNews = state !== refunded.state || status !== refunded.gatewayStatus;
  const text = isNews
    ? `The gateway says ${refundStatus(status).name} (${status}): the refund is ${state}.`
    : undefined;
  const changed = await change(engine, refunded, next, text);
  if (isNews) {
    // As it is now: the refund itself has changed it.
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
  { wish, payment, earlier }: { wish: RefundWish; payment: Payment; earlier: readonly Refund[] },
): Refund {
  const isPaid = payment.state === 'paid' || payment.state === 'refunding' || payment.state === 'refunded';
  if (!isPaid || payment.transactionNumber === null)
    throw wrong(wish, `the payment is ${payment.state}, not paid`);
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(wish.key))
    throw wrong(wish, 'key must be 8 to 64 letters, digits, - or _');
  if (wish.reason.trim() === '') throw wrong(wish, 'a reason must be given');
  const returned = earlier
    .filter(({ state }) => mayHaveReturned(state))
    .reduce((sum, { amount }) => sum + amount, 0);
  const remains = (payment.capturedAmount ?? payment.amount) - returned;
  const amount = wish.amount ?? remains;
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > remains) {
    const hint = earlier.some(({ state }) => isOpen(state))
      ? '; what became of an earlier refund is not known: look it up at the gateway and note it first (operator.resolveRefund)'
      : '';
    const message = `amount must be an integer of minor units from 1 to ${remains}, which is what remains${hint}`;
    throw wrong(wish, message);
  }
  const now = engine.now();
  return {
    key: wish.key,
    reference: payment.reference,
    state: 'requested',
    amount,
    reason: wish.reason,
    refundTransactionNumber: null,
    gatewayStatus: null,
    message: null,
    createdAt: now,
    nextAskAt: now + 60_000,
    version: 1,
  };
}

function sameRefund(known: Refund, wish: RefundWish): Refund {
  const isSame = known.reference.toLowerCase() === wish.reference.toLowerCase();
  if (isSame && (wish.amount === undefined || wish.amount === known.amount)) return known;
  throw wrong(wish, 'the key belongs to another refund; make a new one for each wish');
}

async function postpone(engine: Engine, refunded: Refund): Promise<Refund> {
  const next = nextAskAt('refunding', refunded, engine.now());
  return (await engine.store.updateRefund(refunded, { nextAskAt: next })) ?? refunded;
}

async function change(engine: Engine, refunded: Refund, next: RefundChange, text?: string): Promise<Refund> {
  const note = text === undefined ? undefined : noteOf(engine, refunded.reference, 'refund', text);
  const changed = await engine.store.updateRefund(refunded, next, note);
  // Another process was faster with the same news.
  return changed ?? (await engine.store.findRefund(refunded.key)) ?? refunded;
}

function report(engine: Engine, refunded: Refund, error: unknown): void {
  const message = `A refund needs a look: ${error instanceof Error ? error.message : 'unknown error'}`;
  const ids = { reference: refunded.reference, refund: refunded.key };
  engine.emit({ level: 'warn', event: 'refund-failed', message, ids, error });
}

function wrong({ reference }: Pick<RefundWish, 'reference'>, message: string): InvalidRequestError {
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
