import { authType, InvalidRequestError, moneyText, paymentStatus, type PgwError } from '@pgw/protocol';
import type { CaptureChange } from '../cards/card-store.ts';
import { isUndecided, type Capture } from './capture.ts';
import { createNote, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { settle } from '../payments/settle.ts';

/** A capture that an operator requests. */
export interface CaptureRequest {
  /** Integer minor units. Default: the whole remaining amount. */
  readonly amount?: number | undefined;
  /**
   * True if this is the last capture. The gateway then releases the rest of the authorization. Default: true
   * when nothing remains.
   */
  readonly last?: boolean | undefined;
  /**
   * 8 to 64 characters of A-Z a-z 0-9 - _. Make a new key for each capture: a repeated key returns the first
   * capture. Without a key, repeated requests for the whole remaining amount are one capture. Repeated
   * requests for a part are one capture only when they run at the same time.
   */
  readonly key?: string | undefined;
}

/**
 * A last capture without an outcome counts as refused after this time, if the gateway still holds the whole
 * authorization.
 */
const assumeRefusedAfterMs = 120_000;

/**
 * Captures an authorized payment, in full or in part. The capture is stored before the request is sent. After
 * each capture the payment is settled, and fulfilled when the gateway reports it as paid.
 *
 * When no response arrives, the capture is `unknown`. It is never sent again: its outcome is queried. No
 * other capture of the payment is sent until the outcome is known.
 *
 * @throws InvalidRequestError when the payment is not authorized, the key belongs to another capture, the
 * amount exceeds the remaining amount, or the outcome of an earlier capture is unknown. No request was sent.
 */
export async function capture(engine: Engine, reference: string, request: CaptureRequest): Promise<Capture> {
  const { store } = engine;
  for (;;) {
    const existing = request.key === undefined ? undefined : await store.findCapture(request.key);
    if (existing !== undefined) return requireSameCapture(existing, reference, request);
    await settleCaptures(engine, reference);
    const payment = await store.findPayment(reference);
    if (payment === undefined) throw captureError(reference, 'there is no such payment');
    // Read after the payment: a capture that is stored in between increments the payment's version, so
    // `insertCapture` stores nothing.
    const earlier = await store.listCaptures(reference);
    const lastCapture = earlier.findLast(({ isLast, state }) => isLast && state !== 'refused');
    if (request.key === undefined && request.amount === undefined && lastCapture !== undefined)
      return lastCapture;
    const newCapture = buildCapture(engine, { payment, request, earlier });
    const { amount, isLast } = newCapture;
    const text = `A ${isLast ? 'last ' : ''}capture of ${moneyText({ ...payment, amount })} is requested.`;
    const note = createNote(engine, payment.reference, 'operator', text);
    if (await store.insertCapture(payment, newCapture, note)) return sendCapture(engine, payment, newCapture);
    // The payment has changed, or another request has just stored a capture with this key.
    const concurrentCapture = await store.findCapture(newCapture.key);
    if (concurrentCapture !== undefined) return requireSameCapture(concurrentCapture, reference, request);
  }
}

/**
 * Returns the captures of a payment, oldest first. First, it settles the payment and stores the outcomes that
 * the gateway's record decides.
 */
export async function settleCaptures(engine: Engine, reference: string): Promise<readonly Capture[]> {
  const captures = await engine.store.listCaptures(reference);
  const undecided = captures.find(isUndecided);
  const payment = undecided && (await engine.store.findPayment(reference));
  if (undecided === undefined || payment === undefined) return captures;
  const settledPayment = await settle(engine, payment, { source: 'capture' });
  return decideCaptures(engine, settledPayment, captures);
}

/**
 * Stores the capture outcomes that follow from the state of a settled payment, and returns the captures. It
 * sends no request.
 */
export async function decideCaptures(
  engine: Engine,
  payment: Payment,
  captures: readonly Capture[],
): Promise<readonly Capture[]> {
  const undecided = captures.find(isUndecided);
  const state = undecided && decidedState(engine, payment, undecided);
  if (undecided === undefined || state === undefined) return captures;
  const text = `The payment is ${payment.state}: the capture is ${state}.`;
  await storeOutcome(engine, undecided, { state, message: null }, text);
  return engine.store.listCaptures(payment.reference);
}

/**
 * Stores the outcome that an operator has determined for a partial capture. The gateway's record does not
 * show this outcome.
 *
 * @throws InvalidRequestError when the outcome is known already, or the reason is empty.
 */
export async function resolveCapture(
  engine: Engine,
  key: string,
  decision: 'done' | 'refused',
  reason: string,
): Promise<Capture> {
  const undecided = await engine.store.findCapture(key);
  if (undecided === undefined) throw captureError(key, 'there is no such capture');
  if (!isUndecided(undecided))
    throw captureError(undecided.reference, `the capture is ${undecided.state} already`);
  if (reason.trim() === '') throw captureError(undecided.reference, 'a reason is required');
  const text = `The capture is ${decision}: ${reason.slice(0, 500)}`;
  const note = createNote(engine, undecided.reference, 'operator', text);
  const resolvedCapture = await engine.store.updateCapture(
    undecided,
    { state: decision, message: null },
    note,
  );
  // The capture has changed since it was read: read it again.
  return resolvedCapture ?? resolveCapture(engine, key, decision, reason);
}

function decidedState(
  engine: Engine,
  { state }: Payment,
  { isLast, createdAt }: Capture,
): Capture['state'] | undefined {
  if (state === 'paid' || state === 'refunding' || state === 'refunded') return 'done';
  // An operator compares the gateway's record with the stored payment and decides.
  if (state === 'review') return undefined;
  if (state !== 'authorized') return 'refused';
  return isLast && engine.now() - createdAt > assumeRefusedAfterMs ? 'refused' : undefined;
}

function buildCapture(
  engine: Engine,
  { payment, request, earlier }: { payment: Payment; request: CaptureRequest; earlier: readonly Capture[] },
): Capture {
  const { reference, state, capturedAmount } = payment;
  if (state !== 'authorized' || payment.transactionNumber === null)
    throw captureError(reference, `it is ${state}, not authorized`);
  if (earlier.some(isUndecided))
    throw captureError(
      reference,
      'the outcome of an earlier capture is unknown: look it up at the gateway and store it first (operator.resolveCapture)',
    );
  const key = request.key ?? `${reference}-${earlier.length + 1}`;
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key))
    throw captureError(reference, 'key must be 8 to 64 letters, digits, - or _');
  const remainingAmount = payment.amount - (capturedAmount ?? 0);
  const amount = request.amount ?? remainingAmount;
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > remainingAmount) {
    const message =
      remainingAmount > 0
        ? `amount must be an integer of minor units from 1 to ${remainingAmount}, the amount that can still be captured`
        : 'the whole amount is captured';
    throw captureError(reference, message);
  }
  return {
    key,
    reference,
    state: 'requested',
    amount,
    isLast: request.last === true || amount === remainingAmount,
    captureNumber: null,
    message: null,
    createdAt: engine.now(),
    version: 1,
  };
}

async function sendCapture(engine: Engine, payment: Payment, wanted: Capture): Promise<Capture> {
  const outcome = await engine.gateway.attempt.processPayment({
    transactionNumber: payment.transactionNumber ?? '',
    amount: wanted.amount,
    channelDetails: { AuthType: authType.partialPayment },
    LastPayment: wanted.isLast,
  });
  const updated =
    outcome.kind === 'done'
      ? await storeResponse(engine, wanted, outcome.response)
      : await storeFailure(engine, wanted, { isUnknown: outcome.kind === 'unknown', error: outcome.error });
  await settle(engine, payment, { source: 'capture' }).catch((error: unknown) =>
    emitFailure(engine, wanted, error),
  );
  return updated;
}

async function storeResponse(
  engine: Engine,
  wanted: Capture,
  response: { readonly status: number; readonly partialTransactionNumber?: string | null | undefined },
): Promise<Capture> {
  const { outcome, name } = paymentStatus(response.status);
  const captureNumber = response.partialTransactionNumber ?? null;
  const reported = `The gateway reports ${name} (${response.status})`;
  if (outcome === 'paid' || outcome === 'authorized') {
    const done = await storeOutcome(
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
  return storeOutcome(
    engine,
    wanted,
    { state, captureNumber, message: name },
    `${reported}: the capture is ${state}.`,
  );
}

async function storeFailure(
  engine: Engine,
  wanted: Capture,
  { isUnknown, error }: { readonly isUnknown: boolean; readonly error: PgwError },
): Promise<Capture> {
  emitFailure(engine, wanted, error);
  const state = isUnknown ? 'unknown' : 'refused';
  const text = isUnknown
    ? 'No response to the capture arrived: its outcome is queried, and it is not sent again.'
    : `The capture was refused: ${error.message.slice(0, 500)}`;
  return storeOutcome(engine, wanted, { state, message: error.message.slice(0, 500) }, text);
}

async function storeOutcome(
  engine: Engine,
  before: Capture,
  next: CaptureChange,
  text: string,
): Promise<Capture> {
  const note = createNote(engine, before.reference, 'capture', text);
  const updatedCapture = await engine.store.updateCapture(before, next, note);
  // Another process has stored the same outcome first.
  return updatedCapture ?? (await engine.store.findCapture(before.key)) ?? before;
}

function requireSameCapture(known: Capture, reference: string, { amount }: CaptureRequest): Capture {
  const isSame = known.reference.toLowerCase() === reference.toLowerCase();
  if (isSame && (amount === undefined || amount === known.amount)) return known;
  throw captureError(reference, 'the key belongs to another capture; make a new key for each capture');
}

function emitFailure(engine: Engine, wanted: Capture, error: unknown): void {
  const message = `A capture needs an operator's attention: ${error instanceof Error ? error.message : 'unknown error'}`;
  const ids = { reference: wanted.reference, capture: wanted.key };
  engine.emit({ level: 'warn', event: 'capture-failed', message, ids, error });
}

function captureError(reference: string, message: string): InvalidRequestError {
  const ids = { reference };
  return new InvalidRequestError(`Capture of payment ${reference}`, [{ path: '', message }], { ids });
}
