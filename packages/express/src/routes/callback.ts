import { parseCallback, type CallbackBody } from '@pgw/protocol';
import { listViolations, violationsOf, withoutCardToken } from '@pgw/protocol/internal';
import type { Request, Response } from 'express';
import { idsOf } from '../payments/engine.ts';
import { sweepCallbacksAfterMs } from '../payments/inbox.ts';
import type { Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { isLessThanAgo } from '../payments/schedule.ts';
import { recordUnknownCallback } from '../recovery/unknown-transactions.ts';
import type { RejectedCallback } from '../payments/store.ts';
import type { Context } from './context.ts';
import { readRawBody } from './requests/raw-body.ts';

/**
 * POST /callback: receives a callback of the gateway. The signature is verified over the raw bytes and the
 * callback URL that is stored with the payment. The callback is stored before the response 200. Its status
 * only causes a query. A callback that cannot be verified is stored separately for an operator and changes no
 * payment.
 */
export function callback(context: Context) {
  const { engine } = context;
  const warn = warning(context);
  return async (req: Request, res: Response): Promise<void> => {
    const rawBody = await readRawBody(req);
    const signature = req.get(engine.gateway.profile.headers.signature);
    const refuse = rejecting(context, { rawBody, signature, warn });
    const reading = parseCallback(rawBody);
    const { parsed } = reading;
    if (!parsed.success) {
      const detail = `The callback: ${listViolations(violationsOf(parsed.error))}.`;
      return refuse(new CheckoutProblem('invalid-callback', detail));
    }
    const { referenceCode: reference, transactionNumber, status } = parsed.data;
    const isSignedFor = (url: string): boolean =>
      signature !== undefined && engine.gateway.verifyCallback({ rawBody: reading, signature }, url);
    const receivedAt = engine.now();
    const settleAt = receivedAt + sweepCallbacksAfterMs;
    const received = { transactionNumber, status, receivedAt };
    const kept = withoutCardToken(rawBody.toString('utf8'), engine.gateway.profile);
    const stored = { ...received, rawBody: kept, signature: signature ?? '' };
    const { callbackUrl } = context.settings;
    // Verified before the payment is looked up, so that a valid callback for an unknown payment is
    // distinguished from a forged one.
    const isOfShop = isSignedFor(callbackUrl);
    let receipt = isOfShop
      ? await engine.store.receiveCallback({ ...stored, reference }, { callbackUrl, settleAt })
      : undefined;
    if (receipt === undefined) {
      // The callback is invalid, or its payment was started while the shop had another callback URL.
      const payment = await engine.store.findPayment(reference);
      if (payment === undefined && isOfShop)
        return respondToUnknown(context, res, { body: parsed.data, kept });
      if (payment === undefined) {
        return refuse(new CheckoutProblem('unknown-payment', 'There is no payment with this reference.'));
      }
      if (!isSignedFor(payment.callbackUrl)) {
        const detail = 'The signature does not match the callback URL and the body.';
        return refuse(new CheckoutProblem('invalid-signature', detail), payment);
      }
      const own = { ...stored, reference: payment.reference };
      receipt = { payment, id: await engine.store.insertCallback(own, settleAt) };
    }
    const { payment, id } = receipt;
    // The response is constant: res.json would compute an ETag each time.
    acknowledge(res);
    context.callbackWatch.recordCallback();
    context.inbox.receive(payment, { id, reference: payment.reference, ...received });
  };
}

const acknowledged = {
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': '17' },
  body: '{"received":true}',
};

function acknowledge(res: Response): void {
  res.writeHead(200, acknowledged.headers).end(acknowledged.body);
}

/**
 * The gateway repeats a callback without a 2xx response, so it arrives again after the payment was adopted.
 */
const repeatAfterMs = 60_000;

/**
 * Stores a valid callback without a payment, and makes the gateway repeat it until an operator has resolved
 * it.
 */
async function respondToUnknown(
  { engine, callbackWatch }: Context,
  res: Response,
  { body, kept }: { readonly body: CallbackBody; readonly kept: string },
): Promise<void> {
  callbackWatch.recordCallback();
  const { resolution } = await recordUnknownCallback(engine, body, kept);
  if (resolution === 'dismissed') return acknowledge(res);
  const detail =
    'The signature is valid, and the store has no payment with this reference. Repeat the callback later.';
  throw new CheckoutProblem('callback-for-unknown-payment', detail, { retryAfterMs: repeatAfterMs });
}

interface Rejected {
  readonly rawBody: Buffer;
  readonly signature: string | undefined;
  readonly warn: ReturnType<typeof warning>;
}

/** Stores a rejected callback, then throws the problem. */
function rejecting({ engine }: Context, { rawBody, signature, warn }: Rejected) {
  return async (problem: CheckoutProblem<RejectedCallback['verdict']>, payment?: Payment): Promise<never> => {
    warn(problem.code, payment);
    await engine.store.insertRejectedCallback(
      {
        verdict: problem.code,
        rawBody: withoutCardToken(
          rawBody.toString('utf8').slice(0, 2_000),
          engine.gateway.profile,
        ).replaceAll('\u0000', '\uFFFD'),
        signature: signature?.slice(0, 200) ?? null,
        receivedAt: engine.now(),
      },
      engine.limits.rejectedCallbacks,
    );
    throw problem;
  };
}

/**
 * Anyone can send any number of callbacks. So one of each kind is reported per minute, with the number of the
 * others.
 */
const warnEveryMs = 60_000;

const reasons: Readonly<Record<RejectedCallback['verdict'], string>> = {
  'invalid-callback': 'A callback was malformed.',
  'unknown-payment':
    "A callback named a payment that the store does not have, and was not signed with the merchant's secret.",
  'invalid-signature':
    "A callback for this payment was not signed with the merchant's secret for its callback URL.",
};

function warning({ engine }: Context) {
  const reported = new Map<string, { readonly at: number; unreported: number }>();
  return (verdict: RejectedCallback['verdict'], payment: Payment | undefined): void => {
    const last = reported.get(verdict);
    if (last !== undefined && isLessThanAgo(warnEveryMs, last.at, engine.now())) {
      last.unreported += 1;
      return;
    }
    const unreported = last?.unreported ?? 0;
    reported.set(verdict, { at: engine.now(), unreported: 0 });
    const others = unreported === 0 ? '' : ` ${unreported} more of this kind arrived since the last report.`;
    const message =
      `${reasons[verdict]} It was refused.${others} If the gateway sent it: check the secret key, and that the gateway has the ` +
      `callback URL ${payment?.callbackUrl ?? engine.callbackUrl}.`;
    const ids = { verdict, ...(payment === undefined ? {} : idsOf(payment)) };
    engine.emit({ level: 'warn', event: 'callback-rejected', message, ids });
  };
}
