import { authType, InvalidRequestError, moneyText, paymentStatus, type PgwError } from '@pgw/protocol';
import type { CaptureChange } from '../cards/card-store.ts';
import { isUndecided, type Capture } from './capture.ts';
import { noteOf, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { settle } from '../payments/settle.ts';

/** A capture that an operator requests. */
export interface CaptureRequest {
  /** Integer minor units. Default: the whole remaining amount. */
  readonly amount?: number | undefined;
  /** True when no further capture follows: the rest of the authorization is released. Default: true when nothing remains. */
  readonly last?: boolean | undefined;
  /**
   * 8 to 64 of A-Z a-z 0-9 - _. Make a new key for each capture: a repeated key returns the first capture. Without a key, repeated
   * requests for the whole remainder are one capture; requests for a part are one capture only when they run at the same time.
   */
  readonly key?: string | undefined;
}

/** When the gateway still holds the whole authorization after this time, it has not processed the last capture. */
const decidedAfterMs = 120_000;

/**
 * Captures an authorized payment, in full or in part. The capture is stored before the gateway receives the request. After a full or
 * last capture the payment is settled, and fulfilled when the gateway reports it as paid. When no response arrives, the capture is
 * `unknown`: its outcome is queried, it is never sent again, and no other capture is sent until the outcome is known.
 *
 * @throws InvalidRequestError when the payment is not authorized, the key belongs to another capture, the amount exceeds what
 * remains, or the outcome of an earlier capture is unknown; nothing was sent then.
 */
export async function capture(engine: Engine, reference: string, request: CaptureRequest): Promise<Capture> {
  const { store } = engine;
  for (;;) {
    const known = request.key === undefined ? undefined : await store.findCapture(request.key);
    if (known !== undefined) return sameCapture(known, reference, request);
    await settleCaptures(engine, reference);
    const payment = await store.findPayment(reference);
    if (payment === undefined) throw wrong(reference, 'there is no such payment');
    // Read after the payment: a capture that is stored in between increments the payment's version, so `insertCapture` stores nothing.
    const earlier = await store.capturesOf(reference);
    const last = earlier.findLast(({ isLast, state }) => isLast && state !== 'refused');
    if (request.key === undefined && request.amount === undefined && last !== undefined) return last;
    const wanted = newCapture(engine, { payment, request, earlier });
    const { amount, isLast } = wanted;
    const text = `A ${isLast ? 'last ' : ''}capture of ${moneyText({ ...payment, amount })} is requested.`;
    const note = noteOf(engine, payment.reference, 'operator', text);
    if (await store.insertCapture(payment, wanted, note)) return send(engine, payment, wanted);
    // The payment has changed, or another request has just stored this key: read again.
    const taken = await store.findCapture(wanted.key);
    if (taken !== undefined) return sameCapture(taken, reference, request);
  }
}

/** The captures of a payment, oldest first. Outcomes that the gateway's record decides by now are stored first. */
export async function settleCaptures(engine: Engine, reference: string): Promise<readonly Capture[]> {
  const captures = await engine.store.capturesOf(reference);
  const undecided = captures.find(isUndecided);
  const known = undecided && (await engine.store.findPayment(reference));
  if (undecided === undefined || known === undefined) return captures;
  const payment = await settle(engine, known, { source: 'capture' });
  return decideCaptures(engine, payment, captures);
}

/** As {@link settleCaptures}, for a payment that was just settled: sends no request. */
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
 * Stores the outcome of a capture that an operator has determined. For a partial capture, whose outcome the gateway's record does not show.
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
  // The capture has changed since it was read: read it again.
  return resolved ?? resolveCapture(engine, key, decision, reason);
}

function decided(
  engine: Engine,
  { state }: Payment,
  { isLast, createdAt }: Capture,
): Capture['state'] | undefined {
  if (state === 'paid' || state === 'refunding' || state === 'refunded') return 'done';
  // An operator compares the gateway's record with the stored payment and decides.
  if (state === 'review') return undefined;
  if (state !== 'authorized') return 'refused';
  return isLast && engine.now() - createdAt > decidedAfterMs ? 'refused' : undefined;
}

function newCapture(
  engine: Engine,
  { payment, request, earlier }: { payment: Payment; request: CaptureRequest; earlier: readonly Capture[] },
): Capture {
  const { reference, state, capturedAmount } = payment;
  if (state !== 'authorized' || payment.transactionNumber === null)
    throw wrong(reference, `it is ${state}, not authorized`);
  if (earlier.some(isUndecided))
    throw wrong(
      reference,
      'the outcome of an earlier capture is unknown: look it up at the gateway and store it first (operator.resolveCapture)',
    );
  const key = request.key ?? `${reference}-${earlier.length + 1}`;
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key))
    throw wrong(reference, 'key must be 8 to 64 letters, digits, - or _');
  const remains = payment.amount - (capturedAmount ?? 0);
  const amount = request.amount ?? remains;
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
    isLast: request.last === true || amount === remains,
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
      ? await recordResponse(engine, wanted, outcome.response)
      : await failed(engine, wanted, { isUnknown: outcome.kind === 'unknown', error: outcome.error });
  await settle(engine, payment, { source: 'capture' }).catch((error: unknown) =>
    report(engine, wanted, error),
  );
  return written;
}

async function recordResponse(
  engine: Engine,
  wanted: Capture,
  response: { readonly status: number; readonly partialTransactionNumber?: string | null | undefined },
): Promise<Capture> {
  const { outcome, name } = paymentStatus(response.status);
  const captureNumber = response.partialTransactionNumber ?? null;
  const reported = `The gateway reports ${name} (${response.status})`;
  if (outcome === 'paid' || outcome === 'authorized') {
    const done = await change(
      engine,
      wanted,
      { state: 'done', captureNumber },
      `${reported}: it is captured.`,
    );
    const ids = { reference: wanted.reference, capture: wanted.key };
    const message = `${wanted.amount} (minor units) of an authorized payment are captured.`;
    engine.emit({ level: 'info', event: 'payment-captured', message, ids });
    return done;
  }
  const state = outcome === 'pending' ? 'unknown' : 'refused';
  return change(
    engine,
    wanted,
    { state, captureNumber, message: name },
    `${reported}: the capture is ${state}.`,
  );
}

async function failed(
  engine: Engine,
  wanted: Capture,
  { isUnknown, error }: { readonly isUnknown: boolean; readonly error: PgwError },
): Promise<Capture> {
  report(engine, wanted, error);
  const state = isUnknown ? 'unknown' : 'refused';
  const text = isUnknown
    ? 'No response to the capture arrived: its outcome is queried, and it is not sent again.'
    : `The capture was refused: ${error.message.slice(0, 500)}`;
  return change(engine, wanted, { state, message: error.message.slice(0, 500) }, text);
}

async function change(engine: Engine, before: Capture, next: CaptureChange, text: string): Promise<Capture> {
  const note = noteOf(engine, before.reference, 'capture', text);
  const changed = await engine.store.updateCapture(before, next, note);
  // Another process has stored the same outcome first.
  return changed ?? (await engine.store.findCapture(before.key)) ?? before;
}

function sameCapture(known: Capture, reference: string, { amount }: CaptureRequest): Capture {
  const isSame = known.reference.toLowerCase() === reference.toLowerCase();
  if (isSame && (amount === undefined || amount === known.amount)) return known;
  throw wrong(reference, 'the key belongs to another capture; make a new key for each capture');
}

function report(engine: Engine, wanted: Capture, error: unknown): void {
  const message = `A capture needs an operator's attention: ${error instanceof Error ? error.message : 'unknown error'}`;
  const ids = { reference: wanted.reference, capture: wanted.key };
  engine.emit({ level: 'warn', event: 'capture-failed', message, ids, error });
}

function wrong(reference: string, message: string): InvalidRequestError {
  const ids = { reference };
  return new InvalidRequestError(`Capture of payment ${reference}`, [{ path: '', message }], { ids });
}
