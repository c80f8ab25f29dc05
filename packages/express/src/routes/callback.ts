import { listViolations, parseCallback, violationsOf } from '@pgw/protocol';
import type { Request, Response } from 'express';
import { idsOf } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { settle } from '../payments/settle.ts';
import type { Context } from './context.ts';
import { readRawBody } from './raw-body.ts';

/**
 * POST /callback: news from the gateway. Found by its folded reference, verified over the raw bytes against the callback
 * URL that was stored, stored before the 2xx. Its status is not believed: it is a reason to ask.
 */
export function callback(context: Context) {
  const { engine } = context;
  return async (req: Request, res: Response): Promise<void> => {
    const rawBody = await readRawBody(req);
    const parsed = parseCallback(rawBody);
    if (!parsed.success) {
      throw new CheckoutProblem(
        'invalid-callback',
        `The callback: ${listViolations(violationsOf(parsed.error))}.`,
      );
    }
    const { referenceCode, transactionNumber, status } = parsed.data;
    const payment = await engine.store.findPayment(referenceCode);
    if (payment === undefined) {
      throw new CheckoutProblem('unknown-payment', 'There is no payment with this reference.');
    }
    const signature = req.get(engine.gateway.profile.headers.signature);
    if (
      signature === undefined ||
      !engine.gateway.verifyCallback({ rawBody, signature }, payment.callbackUrl)
    ) {
      reject(context, payment);
    }
    await engine.store.insertCallback({
      reference: payment.reference,
      transactionNumber,
      status,
      rawBody: rawBody.toString('utf8'),
      signature,
      receivedAt: engine.now(),
    });
    res.status(200).json({ received: true });
    context.background(settleSoon(context, payment.reference));
  };
}

function reject({ engine }: Context, payment: Payment): never {
  const message =
    `A callback for this payment was not signed with the merchant's secret for ${payment.callbackUrl}. It was refused. ` +
    'If it came from the gateway: check the secret key, and that the callback URL it was given is this one.';
  engine.emit({ level: 'warn', event: 'callback-rejected', message, ids: idsOf(payment) });
  throw new CheckoutProblem(
    'invalid-signature',
    'The signature does not match the callback URL and the body.',
  );
}

/** The callback is stored and the payment is due: what fails here, the sweep does. */
async function settleSoon({ engine }: Context, reference: string): Promise<void> {
  const payment = await engine.store.findPayment(reference);
  if (payment === undefined) return;
  try {
    await settle(engine, payment);
  } catch (error) {
    const message = `The gateway could not be asked after a callback; the sweep asks again. ${error instanceof Error ? error.message : ''}`;
    engine.emit({ level: 'warn', event: 'settle-failed', message, ids: idsOf(payment), error });
  }
}
