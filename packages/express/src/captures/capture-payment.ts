import { authType, InvalidRequestError, moneyText, paymentStatus, type PgwError } from '@pgw/protocol';
import type { CaptureChange } from '../cards/card-store.ts';
import { isUndecided, type Capture } from './capture.ts';
import { noteOf, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { settle } from '../payments/settle.ts';

/** What an operator asks of an authorised payment. */
export interface CaptureWish {
  /** Integer minor units. Left out: all that remains. */
  readonly amount?: number | undefined;
  /** No further capture follows: what is left is given back to the customer. Default: when nothing is left. */
  readonly last?: boolean | undefined;
  /**
   * 8 to 64 of A-Z a-z 0-9 - _, made once for each wish: the same key is the same capture. May be left out: a wish for all that
   * remains is one capture by itself, however often it is repeated; one for a part is one with those of the same moment only.
   */
  readonly key?: string | undefined;
}

/** After so long, an authorisation that the gateway still holds whole has not met its last capture. */
const decidedAfterMs = 120_000;

/**
 * Takes an authorised payment, in full or in part, and remembers it before the gateway is asked. Once all of it or the last
 * part is taken the payment is settled, and fulfilled when the gateway calls it paid. An answer that was lost leaves the capture
 * `unknown`: it is asked about, never sent again, and no other is sent before it is known.
 *
 * @throws InvalidRequestError when the payment is not authorised, the key is another capture's, more is asked than remains, or
 * an earlier capture is not known yet; nothing was sent then.
 */
export async function capture(engine: Engine, reference: string, wish: CaptureWish): Promise<Capture> {
  const { store } = engine;
  for (;;) {
    const known = wish.key === undefined ? undefined : await store.findCapture(wish.key);
    if (known !== undefined) return sameCapture(known, reference, wish);
    await settleCaptures(engine, reference);
    const payment = await store.findPayment(reference);
    if (payment === undefined) throw wrong(reference, 'there is no such payment');
    // Read after the payment: what comes in between has moved the payment's version, so nothing is stored beside it.
    const earlier = await store.capturesOf(reference);
    const last = earlier.findLast(({ isLast, state }) => isLast && state !== 'refused');
    if (wish.key === undefined && wish.amount === undefined && last !== undefined) return last;
    const wanted = newCapture(engine, { payment, wish, earlier });
    const { amount, isLast } = wanted;
    const text = `A ${isLast ? 'last ' : ''}capture of ${moneyText({ ...payment, amount })} is requested.`;
    const note = noteOf(engine, payment.reference, 'operator', text);
    if (await store.insertCapture(payment, wanted, note)) return send(engine, payment, wanted);
    // The payment has moved on, or the key was taken this moment: look again.
    const taken = await store.findCapture(wanted.key);
    if (taken !== undefined) return sameCapture(taken, reference, wish);
  }
}

/** The captures of a payment, oldest first; what the gateway's record says by now of those that were not known is written. */
export async function settleCaptures(engine: Engine, reference: string): Promise<readonly Capture[]> {
  const captures = await engine.store.capturesOf(reference);
  const undecided = captures.find(isUndecided);
  const known = undecided && (await engine.store.findPayment(reference));
  if (undecided === undefined || known === undefined) return captures;
  const payment = await settle(engine, known, { source: 'capture' });
  return decideCaptures(engine, payment, captures);
}

/** As {@link settleCaptures}, by a payment that the gateway was asked about; nobody is asked. */
export async function decideCaptures(
  engine: Engine,
  payment: Payment,
  captures: readonly Capture[],
): Promise<readonly Capture[]> {
  const undecided = captures.find(isUndecided);
  const state = undecided && decided(engine, payment, undecided);
  if (undecided === undefined || state === undefined) return captures;
  const text = `The payment is ${payment.state}: the capture is ${state}.`;
  await change(engine, undecided, { state, message: null }, text);
  return engine.store.capturesOf(payment.reference);
}

/**
 * Writes what a person found out about a capture that the gateway's record cannot tell of: a part that is not the last.
 *
 * @throws InvalidRequestError when the capture is known already, or no reason is given.
 */
export async function resolveCapture(
  engine: Engine,
  key: string,
  decision: 'done' | 'refused',
  reason: string,
): Promise<Capture> {
  const undecided = await engine.store.findCapture(key);
  if (undecided === undefined) throw wrong(key, 'there is no such capture');
  if (!isUndecided(undecided)) throw wrong(undecided.reference, `the capture is ${undecided.state} already`);
  if (reason.trim() === '') throw wrong(undecided.reference, 'a reason must be given');
  const text = `The capture is ${decision}: ${reason.slice(0, 500)}`;
  const note = noteOf(engine, undecided.reference, 'operator', text);
  const resolved = await engine.store.updateCapture(undecided, { state: decision, message: null }, note);
  // It has changed since it was read: look again.
  return resolved ?? resolveCapture(engine, key, decision, reason);
}

function decided(
  engine: Engine,
  { state }: Payment,
  { isLast, createdAt }: Capture,
): Capture['state'] | undefined {
  if (state === 'paid' || state === 'refunding' || state === 'refunded') return 'done';
  // A person compares what the gateway has with what was stored, and decides.
  if (state === 'review') return undefined;
  if (state !== 'authorized') return 'refused';
  return isLast && engine.now() - createdAt > decidedAfterMs ? 'refused' : undefined;
}

function newCapture(
  engine: Engine,
  { payment, wish, earlier }: { payment: Payment; wish: CaptureWish; earlier: readonly Capture[] },
): Capture {
  const { reference, state, capturedAmount } = payment;
  if (state !== 'authorized' || payment.transactionNumber === null)
    throw wrong(reference, `it is ${state}, not authorized`);
  if (earlier.some(isUndecided))
    throw wrong(
      reference,
      'what became of an earlier capture is not known: look it up at the gateway and note it first (operator.resolveCapture)',
    );
  const key = wish.key ?? `${reference}-${earlier.length + 1}`;
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key))
    throw wrong(reference, 'key must be 8 to 64 letters, digits, - or _');
  const remains = payment.amount - (capturedAmount ?? 0);
  const amount = wish.amount ?? remains;
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > remains) {
    throw wrong(
      reference,
      `amount must be an integer of minor units from 1 to ${remains}, which is what remains`,
    );
  }
  return {
    key,
    reference,
    state: 'requested',
    amount,
    isLast: wish.last === true || amount === remains,
    captureNumber: null,
    message: null,
    createdAt: engine.now(),
    version: 1,
  };
}

async function send(engine: Engine, payment: Payment, wanted: Capture): Promise<Capture> {
  const outcome = await engine.gateway.attempt.processPayment({
    transactionNumber: payment.transactionNumber ?? '',
    amount: wanted.amount,
    channelDetails: { AuthType: authType.partialPayment },
    LastPayment: wanted.isLast,
  });
  const written =
    outcome.kind === 'done'
      ? await answered(engine, wanted, outcome.answer)
      : await failed(engine, wanted, { isUnknown: outcome.kind === 'unknown', error: outcome.error });
  await settle(engine, payment, { source: 'capture' }).catch((error: unknown) =>
    report(engine, wanted, error),
  );
  return written;
}

async function answered(
  engine: Engine,
  wanted: Capture,
  answer: { readonly status: number; readonly partialTransactionNumber?: string | null | undefined },
): Promise<Capture> {
  const { outcome, name } = paymentStatus(answer.status);
  const captureNumber = answer.partialTransactionNumber ?? null;
  const said = `The gateway says ${name} (${answer.status})`;
  if (outcome === 'paid' || outcome === 'authorized') {
    const done = await change(engine, wanted, { state: 'done', captureNumber }, `${said}: it is captured.`);
    const ids = { reference: wanted.reference, capture: wanted.key };
    const message = `${wanted.amount} (minor units) of an authorised payment are captured.`;
    engine.emit({ level: 'info', event: 'payment-captured', message, ids });
    return done;
  }
  const state = outcome === 'pending' ? 'unknown' : 'refused';
  return change(engine, wanted, { state, captureNumber, message: name }, `${said}: the capture is ${state}.`);
}

async function failed(
  engine: Engine,
  wanted: Capture,
  { isUnknown, error }: { readonly isUnknown: boolean; readonly error: PgwError },
): Promise<Capture> {
  report(engine, wanted, error);
  const state = isUnknown ? 'unknown' : 'refused';
  const text = isUnknown
    ? 'The answer to the capture was lost: it is asked about, not repeated.'
    : `The capture was refused: ${error.message.slice(0, 500)}`;
  return change(engine, wanted, { state, message: error.message.slice(0, 500) }, text);
}

async function change(engine: Engine, before: Capture, next: CaptureChange, text: string): Promise<Capture> {
  const note = noteOf(engine, before.reference, 'capture', text);
  const changed = await engine.store.updateCapture(before, next, note);
  // Another process was faster with the same news.
  return changed ?? (await engine.store.findCapture(before.key)) ?? before;
}

function sameCapture(known: Capture, reference: string, { amount }: CaptureWish): Capture {
  const isSame = known.reference.toLowerCase() === reference.toLowerCase();
  if (isSame && (amount === undefined || amount === known.amount)) return known;
  throw wrong(reference, 'the key belongs to another capture; make a new one for each wish');
}

function report(engine: Engine, wanted: Capture, error: unknown): void {
  const message = `A capture needs a look: ${error instanceof Error ? error.message : 'unknown error'}`;
  const ids = { reference: wanted.reference, capture: wanted.key };
  engine.emit({ level: 'warn', event: 'capture-failed', message, ids, error });
}

function wrong(reference: string, message: string): InvalidRequestError {
  const ids = { reference };
  return new InvalidRequestError(`Capture of payment ${reference}`, [{ path: '', message }], { ids });
}
