import { listViolations, parseCallback, violationsOf } from '@pgw/protocol';
import type { Request, Response } from 'express';
import { idsOf, noteOf } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { settle } from '../payments/settle.ts';
import type { RejectedCallback } from '../stores/store.ts';
import type { Context } from './context.ts';
import { readRawBody } from './raw-body.ts';

/**
 * POST /callback: news from the gateway. Found by its folded reference, verified over the raw bytes against the callback
 * URL that was stored, stored before the 2xx. Its status is not believed: it is a reason to ask. What cannot be verified
 * is kept apart, for an operator to look at, and changes nothing.
 */
export function callback(context: Context) {
  const { engine } = context;
  return async (req: Request, res: Response): Promise<void> => {
    const rawBody = await readRawBody(req);
    const signature = req.get(engine.gateway.profile.headers.signature);
    const refuse = rejecting(context, rawBody, signature);
    const parsed = parseCallback(rawBody);
    if (!parsed.success) {
      const detail = `The callback: ${listViolations(violationsOf(parsed.error))}.`;
      return refuse(new CheckoutProblem('invalid-callback', detail));
    }
    const { referenceCode, transactionNumber, status } = parsed.data;
    const payment = await engine.store.findPayment(referenceCode);
    if (payment === undefined) {
      return refuse(new CheckoutProblem('unknown-payment', 'There is no payment with this reference.'));
    }
    if (
      signature === undefined ||
      !engine.gateway.verifyCallback({ rawBody, signature }, payment.callbackUrl)
    ) {
      warnOfSignature(context, payment);
      return refuse(
        new CheckoutProblem(
          'invalid-signature',
          'The signature does not match the callback URL and the body.',
        ),
      );
    }
    const { reference } = payment;
    const receivedAt = engine.now();
    const note = noteOf(engine, reference, 'callback', `A verified callback claims status ${status}.`);
    const text = rawBody.toString('utf8');
    const due = await engine.store.insertCallback(
      { reference, transactionNumber, status, rawBody: text, signature, receivedAt },
      note,
    );
    res.status(200).json({ received: true });
    context.watch.arrived();
    if (due !== undefined) context.background(settleSoon(context, due));
  };
}

/** Keeps a callback that is refused, then refuses it. */
function rejecting({ engine }: Context, rawBody: Buffer, signature: string | undefined) {
  return async (problem: CheckoutProblem<RejectedCallback['verdict']>): Promise<never> => {
    await engine.store.insertRejectedCallback(
      {
        verdict: problem.code,
        rawBody: rawBody.toString('utf8').slice(0, 2_000).replaceAll('\u0000', '\uFFFD'),
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

/** The callback is stored and the payment is due: what fails here, the sweep does. */
async function settleSoon({ engine }: Context, payment: Payment): Promise<void> {
  try {
    await settle(engine, payment, { source: 'callback' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown error';
    const message = `The gateway could not be asked after a callback; the sweep asks again. ${reason}`;
    engine.emit({ level: 'warn', event: 'settle-failed', message, ids: idsOf(payment), error });
  }
}
