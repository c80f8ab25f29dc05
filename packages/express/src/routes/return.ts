import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { contentSecurityPolicy } from '../content-security-policy.ts';
import type { Payment } from '../payments/payment.ts';
import { settle } from '../payments/settle.ts';
import { paymentView } from '../payments/view.ts';
import { orAsKnown } from './as-known.ts';
import type { Context } from './context.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { classicTag } from '../snippet/script-tags.ts';
import { resultPage } from './result-page.ts';

/** The shopper is looking at a blank page meanwhile: what takes longer, the next page shows. */
const patienceMs = 3_000;

/**
 * GET /return: the browser is back. Its parameters are unsigned and prove nothing: they name a payment, and the gateway
 * is asked about it. Goes on to the shop's order page, or shows the result itself.
 */
export function returned(context: Context) {
  const { engine, settings } = context;
  const shared = oneAtATime<Payment>();
  return async (req: Request, res: Response): Promise<void> => {
    const names = engine.gateway.profile.returnParameters;
    const reference = parameter(req, names.referenceCode);
    const payment = reference === undefined ? undefined : await engine.store.findPayment(reference);
    if (payment === undefined) {
      res.status(404);
      sendPage(context, res, undefined);
      return;
    }
    // Where the number is known, what the browser says of it is not looked at.
    const hint = payment.transactionNumber === null ? parameter(req, names.transactionNumber) : undefined;
    const asked = shared(`${payment.reference} ${hint}`, () =>
      orAsKnown(engine, payment, settle(engine, payment, { source: 'return', hint })),
    );
    const settled = await settledSoon(context, payment, asked);
    const orderUrl = settings.orderUrl?.(settled.orderId);
    if (orderUrl === undefined) {
      sendPage(context, res, settled);
      return;
    }
    res.redirect(303, withPayment(orderUrl, settled.reference));
  };
}

async function settledSoon(context: Context, payment: Payment, asked: Promise<Payment>): Promise<Payment> {
  context.background(asked);
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<Payment>((resolve) => (timer = setTimeout(resolve, patienceMs, payment)));
  return Promise.race([asked, patience]).finally(() => clearTimeout(timer));
}

/** A query parameter by its name, without regard to case. */
function parameter(req: Request, name: string): string | undefined {
  const entry = Object.entries(req.query).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return typeof entry?.[1] === 'string' && entry[1] !== '' ? entry[1] : undefined;
}

function withPayment(orderUrl: string, reference: string): string {
  const [path = '', fragment] = orderUrl.split('#');
  const joined = `${path}${path.includes('?') ? '&' : '?'}payment=${encodeURIComponent(reference)}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}

function sendPage({ settings, assets, view }: Context, res: Response, payment: Payment | undefined): void {
  const { mountPath, logoOrigins, redirectOrigins } = settings;
  const nonce = randomBytes(16).toString('base64');
  const shown = payment && paymentView(payment, view);
  res.set('Content-Security-Policy', contentSecurityPolicy({ nonce, logoOrigins, redirectOrigins }));
  res.type('html').send(resultPage(shown, { mountPath, script: classicTag(assets, { mountPath, nonce }) }));
}
