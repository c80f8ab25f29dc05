import { authType, InvalidRequestError, moneyText, paymentStatus, type PgwError } from '@pgw/protocol';
import { getErrorMessage } from '../error-message.ts';
import type { CaptureChange } from '../cards/card-store.ts';
import { isUndecided, type Capture } from './capture.ts';
import { createNote, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { maxQuotedTextLength } from '../payments/timeline.ts';
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
   * capture. Without a key, a repeated request for the whole remaining amount also returns the first capture.
   * A repeated request for a partial amount captures again, unless both requests run at the same time.
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
    const storedCapture = request.key === undefined ? undefined : await store.findCapture(request.key);
    if (storedCapture !== undefined) return requireSameCapture(storedCapture, reference, request);
    await settleCaptures(engine, reference);
    const payment = await store.findPayment(reference);
    if (payment === undefined) throw createCaptureError(reference, 'there is no such payment');
    // Read after the payment: a capture that is stored in between increments the payment's version, so
    // `insertCapture` stores nothing.
    const earlierCaptures = await store.listCaptures(reference);
    const lastCapture = earlierCaptures.findLast(({ isLast, state }) => isLast && state !== 'refused');
    if (request.key === undefined && request.amount === undefined && lastCapture !== undefined)
      return lastCapture;
    const newCapture = buildCapture(engine, { payment, request, earlierCaptures });
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
  const undecidedCapture = captures.find(isUndecided);
  const payment = undecidedCapture && (await engine.store.findPayment(reference));
  if (undecidedCapture === undefined || payment === undefined) return captures;
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
  const undecidedCapture = captures.find(isUndecided);
  const state = undecidedCapture && decideState(engine, payment, undecidedCapture);
  if (undecidedCapture === undefined || state === undefined) return captures;
  const text = `The payment is ${payment.state}: the capture is ${state}.`;
  await storeOutcome(engine, undecidedCapture, { state, message: null }, text);
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
  const storedCapture = await engine.store.findCapture(key);
  if (storedCapture === undefined) {
    const message = 'there is no capture with this key';
    throw new InvalidRequestError(`Capture ${key}`, [{ path: '', message }], { ids: { capture: key } });
  }
  if (!isUndecided(storedCapture))
    throw createCaptureError(storedCapture.reference, `the capture is ${storedCapture.state} already`);
  if (reason.trim() === '') throw createCaptureError(storedCapture.reference, 'a reason is required');
  const text = `The capture is ${decision}: ${reason.slice(0, maxQuotedTextLength)}`;
  const note = createNote(engine, storedCapture.reference, 'operator', text);
  const resolvedCapture = await engine.store.updateCapture(
    storedCapture,
    { state: decision, message: null },
    note,
  );
  // The capture has changed since it was read: read it again.
  return resolvedCapture ?? resolveCapture(engine, key, decision, reason);
}

/** Returns undefined while the state of the payment does not determine the outcome of the capture. */
function decideState(
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
  {
    payment,
    request,
    earlierCaptures,
  }: { payment: Payment; request: CaptureRequest; earlierCaptures: readonly Capture[] },
): Capture {
  const { reference, state, capturedAmount } = payment;
  if (state !== 'authorized' || payment.transactionNumber === null)
    throw createCaptureError(reference, `the payment is ${state}, not authorized`);
  if (earlierCaptures.some(isUndecided))
    throw createCaptureError(
      reference,
      'the outcome of an earlier capture is unknown: look it up at the gateway and store it first (operator.resolveCapture)',
    );
  const key = request.key ?? `${reference}-${earlierCaptures.length + 1}`;
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key))
    throw createCaptureError(reference, 'key must be 8 to 64 letters, digits, - or _');
  const remainingAmount = payment.amount - (capturedAmount ?? 0);
  const amount = request.amount ?? remainingAmount;
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > remainingAmount) {
    const message =
      remainingAmount > 0
        ? `amount must be an integer of minor units from 1 to ${remainingAmount}, the amount that can still be captured`
        : 'the whole amount is captured';
    throw createCaptureError(reference, message);
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

async function sendCapture(engine: Engine, payment: Payment, newCapture: Capture): Promise<Capture> {
  const outcome = await engine.gateway.attempt.processPayment({
    transactionNumber: payment.transactionNumber ?? '',
    amount: newCapture.amount,
    channelDetails: { AuthType: authType.partialPayment },
    LastPayment: newCapture.isLast,
  });
  const updatedCapture =
    outcome.kind === 'done'
      ? await storeResponse(engine, newCapture, outcome.response)
      : await storeFailure(engine, newCapture, {
          isUnknown: outcome.kind === 'unknown',
          error: outcome.error,
        });
  await settle(engine, payment, { source: 'capture' }).catch((error: unknown) =>
    emitFailure(engine, newCapture, error),
  );
  return updatedCapture;
}

async function storeResponse(
  engine: Engine,
  newCapture: Capture,
  response: { readonly status: number; readonly partialTransactionNumber?: string | null | undefined },
): Promise<Capture> {
  const { outcome, name } = paymentStatus(response.status);
  const captureNumber = response.partialTransactionNumber ?? null;
  const reportText = `The gateway reports ${name} (${response.status})`;
  if (outcome === 'paid' || outcome === 'authorized') {
    const doneCapture = await storeOutcome(
      engine,
      newCapture,
      { state: 'done', captureNumber },
      `${reportText}: the amount is captured.`,
    );
    const ids = { reference: newCapture.reference, capture: newCapture.key };
    const message = `${newCapture.amount} (minor units) of an authorized payment are captured.`;
    engine.emit({ level: 'info', event: 'payment-captured', message, ids });
    return doneCapture;
  }
  const state = outcome === 'pending' ? 'unknown' : 'refused';
  return storeOutcome(
    engine,
    newCapture,
    { state, captureNumber, message: name },
    `${reportText}: the capture is ${state}.`,
  );
}

async function storeFailure(
  engine: Engine,
  newCapture: Capture,
  { isUnknown, error }: { readonly isUnknown: boolean; readonly error: PgwError },
): Promise<Capture> {
  emitFailure(engine, newCapture, error);
  const state = isUnknown ? 'unknown' : 'refused';
  const text = isUnknown
    ? 'No response to the capture arrived: its outcome is queried, and it is not sent again.'
    : `The capture was refused: ${error.message.slice(0, maxQuotedTextLength)}`;
  return storeOutcome(
    engine,
    newCapture,
    { state, message: error.message.slice(0, maxQuotedTextLength) },
    text,
  );
}

async function storeOutcome(
  engine: Engine,
  storedCapture: Capture,
  change: CaptureChange,
  text: string,
): Promise<Capture> {
  const note = createNote(engine, storedCapture.reference, 'capture', text);
  const updatedCapture = await engine.store.updateCapture(storedCapture, change, note);
  // Another process has stored the same outcome first.
  return updatedCapture ?? (await engine.store.findCapture(storedCapture.key)) ?? storedCapture;
}

function requireSameCapture(storedCapture: Capture, reference: string, { amount }: CaptureRequest): Capture {
  const isSame = storedCapture.reference.toLowerCase() === reference.toLowerCase();
  if (isSame && (amount === undefined || amount === storedCapture.amount)) return storedCapture;
  throw createCaptureError(reference, 'the key belongs to another capture; make a new key for each capture');
}

function emitFailure(engine: Engine, newCapture: Capture, error: unknown): void {
  const message = `A capture needs an operator's attention: ${getErrorMessage(error)}`;
  const ids = { reference: newCapture.reference, capture: newCapture.key };
  engine.emit({ level: 'warn', event: 'capture-failed', message, ids, error });
}

function createCaptureError(reference: string, message: string): InvalidRequestError {
  const ids = { reference };
  return new InvalidRequestError(`Capture of payment ${reference}`, [{ path: '', message }], { ids });
}
