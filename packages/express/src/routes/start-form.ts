import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { CheckoutProblem } from '../payments/problem.ts';
import { start } from '../payments/start.ts';
import { priced, type Context } from './context.ts';
import { readRawBody } from './raw-body.ts';
import { senderOf } from './sender.ts';

/**
 * POST /start, a plain form with the field `order`: the way to pay when no script runs. The gateway's hosted page asks for
 * the channel. Answers a redirection; pressed twice, it hands out the same payment.
 */
export function startForm(context: Context) {
  return async (req: Request, res: Response): Promise<void> => {
    refuseOtherSites(context, req);
    const orderId = new URLSearchParams((await readRawBody(req)).toString('utf8')).get('order');
    if (orderId === null || orderId === '' || orderId.length > 200) {
      throw new CheckoutProblem(
        'invalid-request',
        'The form must have the field order, at most 200 characters.',
      );
    }
    const { engine, settings } = context;
    const { redirect } = await start(engine, {
      order: await priced(context, orderId, req),
      choice: undefined,
      attempt: `form-${randomBytes(12).toString('hex')}`,
      callbackUrl: settings.callbackUrl,
      ...senderOf(context, req),
    });
    if (redirect.url === null) {
      throw new CheckoutProblem(
        'payment-refused',
        'The gateway sends browsers on by a script only. Turn scripts on and pay in the checkout.',
      );
    }
    res.redirect(303, redirect.url);
  };
}

/** A form of another site could start payments in this visitor's name: browsers say where a form comes from. */
function refuseOtherSites({ settings }: Context, req: Request): void {
  const origin = req.get('origin');
  const site = req.get('sec-fetch-site');
  const isOwn =
    origin === undefined || origin === 'null'
      ? site === undefined || site === 'same-origin'
      : origin === settings.origin;
  if (!isOwn) throw new CheckoutProblem('invalid-request', 'The form must come from the shop’s own pages.');
  if (!req.is('application/x-www-form-urlencoded')) {
    throw new CheckoutProblem(
      'invalid-request',
      'The body must be a form (application/x-www-form-urlencoded).',
    );
  }
}
