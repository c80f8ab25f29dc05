import {
  listViolations,
  readCallback,
  violationsOf,
  withoutCardToken,
  type CallbackBody,
} from '@pgw/protocol';
import type { Request, Response } from 'express';
import { idsOf } from '../payments/engine.ts';
import { settleDeadlineMs } from '../payments/inbox.ts';
import type { Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { recordUnknownCallback } from '../recovery/unknown-transactions.ts';
import type { RejectedCallback } from '../payments/store.ts';
import type { Context } from './context.ts';
import { readRawBody } from './requests/raw-body.ts';

/**
 * POST /callback: news from the gateway. Verified over the raw bytes against the callback URL that is stored with its payment, which
 * is found by its folded reference, and stored before the 2xx. Its status is not believed: it is a reason to ask. What cannot be verified
 * is kept apart, for an operator to look at, and changes nothing.
 */
export function callback(context: Context) {
  const { engine } = context;
  return async (req: Request, res: Response): Promise<void> => {
    const rawBody = await readRawBody(req);
    const signature = req.get(engine.gateway.profile.headers.signature);
    const refuse = rejecting(context, rawBody, signature);
    const reading = readCallback(rawBody);
    const { parsed } = reading;
    if (!parsed.success) {
      const detail = `The callback: ${listViolations(violationsOf(parsed.error))}.`;
      return refuse(new CheckoutProblem('invalid-callback', detail));
    }
    const { referenceCode: reference, transactionNumber, status } = parsed.data;
    const isSignedFor = (url: string): boolean =>
      signature !== undefined && engine.gateway.verifyCallback({ rawBody: reading, signature }, url);
    const receivedAt = engine.now();
    const settleAt = receivedAt + settleDeadlineMs;
    const news = { transactionNumber, status, receivedAt };
    const kept = withoutCardToken(rawBody.toString('utf8'), engine.gateway.profile);
    const stored = { ...news, rawBody: kept, signature: signature ?? '' };
    const { callbackUrl } = context.settings;
    // Before the look-up, so that a valid callback of an unknown payment is distinguished from a forged one.
    const isOfShop = isSignedFor(callbackUrl);
    let receipt = isOfShop
      ? await engine.store.receiveCallback({ ...stored, reference }, { callbackUrl, settleAt })
      : undefined;
    if (receipt === undefined) {
      // Refused, or of a payment that was started while the shop had another address.
      const payment = await engine.store.findPayment(reference);
      if (payment === undefined && isOfShop) return answerUnknown(context, res, { news: parsed.data, kept });
      if (payment === undefined) {
        return refuse(new CheckoutProblem('unknown-payment', 'There is no payment with this reference.'));
      }
      if (!isSignedFor(payment.callbackUrl)) {
        warnOfSignature(context, payment);
        const detail = 'The signature does not match the callback URL and the body.';
        return refuse(new CheckoutProblem('invalid-signature', detail));
      }
      const own = { ...stored, reference: payment.reference };
      receipt = { payment, id: await engine.store.insertCallback(own, settleAt) };
    }
    const { payment, id } = receipt;
    // Always the same: without the work of res.json, which makes an ETag of it.
    acknowledge(res);
    context.watch.arrived();
    context.inbox.receive(payment, { id, reference: payment.reference, ...news });
  };
}

const acknowledged = {
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': '17' },
  body: '{"received":true}',
};

function acknowledge(res: Response): void {
  res.writeHead(200, acknowledged.headers).end(acknowledged.body);
}

/** The gateway repeats a callback that is not answered 2xx: so its news arrives once the payment was adopted. */
const repeatAfterMs = 60_000;

/** Keeps a valid callback whose payment the store does not have, and makes the gateway repeat it until an operator has decided. */
async function answerUnknown(
  { engine, watch }: Context,
  res: Response,
  { news, kept }: { readonly news: CallbackBody; readonly kept: string },
): Promise<void> {
  watch.arrived();
  const { resolution } = await recordUnknownCallback(engine, news, kept);
  if (resolution === 'dismissed') return acknowledge(res);
  const detail =
    'The signature is valid, and the store has no payment with this reference. Repeat the callback later.';
  throw new CheckoutProblem('callback-for-unknown-payment', detail, { retryAfterMs: repeatAfterMs });
}

/** Keeps a callback that is refused, then refuses it. */
function rejecting({ engine }: Context, rawBody: Buffer, signature: string | undefined) {
  return async (problem: CheckoutProblem<RejectedCallback['verdict']>): Promise<never> => {
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

function warnOfSignature({ engine }: Context, payment: Payment): void {
  const message =
    `A callback for this payment was not signed with the merchant's secret for ${payment.callbackUrl}. It was refused. ` +
    'If it came from the gateway: check the secret key, and that the callback URL it was given is this one.';
  engine.emit({ level: 'warn', event: 'callback-rejected', message, ids: idsOf(payment) });
}
