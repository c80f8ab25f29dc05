import { randomBytes } from 'node:crypto';
import { listViolations, violationsOf, type Money } from '@pgw/protocol';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Choice } from '../offers/offers.ts';
import type { PricedOrder } from '../payments/order.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { start } from '../start/start.ts';
import { sendBankPage } from './bank-page.ts';
import { resolveOrder, shown, type Context } from './context.ts';
import { readRawBody } from './requests/raw-body.ts';
import { senderOf } from './requests/sender.ts';

/** What a form may say: an order, a choice, and the total that the shopper was looking at. Never a price. */
const form = z.strictObject({
  order: z.string().min(1).max(200),
  channel: z.coerce.number().int().optional(),
  bank: z.string().min(1).max(100).optional(),
  shownAmount: z.coerce.number().int().positive().optional(),
  shownCurrencyCode: z.string().length(3).optional(),
  lang: z.string().max(35).optional(),
  // Of the search for banks, which needs a script, and of the switch between kinds of banks.
  category: z.string().optional(),
});
type Form = z.output<typeof form>;

/**
 * POST /start, a plain form: the way to pay when no script runs. With a channel it goes on to it, by a page that asks for the
 * bank where the channel needs one; without, the gateway's hosted page asks. Answers a redirection; pressed twice, it hands
 * out the same payment.
 */
export function startForm(context: Context) {
  return async (req: Request, res: Response): Promise<void> => {
    refuseOtherTypes(req);
    const wish = await readForm(req);
    const { engine, settings } = context;
    const order = await resolveOrder(context, wish.order, req);
    refuseOtherTotal(context, order, wish);
    const channelId = settings.mode === 'choose' ? wish.channel : undefined;
    if (channelId !== undefined && wish.bank === undefined && (await needsBank(context, order, channelId))) {
      await sendBankPage(context, { req, res, order, channelId, lang: wish.lang });
      return;
    }
    const { redirect } = await start(engine, {
      order,
      choice: channelId === undefined ? undefined : await choiceOf(context, order, channelId, wish.bank),
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

async function readForm(req: Request): Promise<Form> {
  const fields = new URLSearchParams((await readRawBody(req)).toString('utf8'));
  const parsed = form.safeParse(Object.fromEntries(fields));
  if (parsed.success) return parsed.data;
  throw new CheckoutProblem('invalid-request', `The form: ${listViolations(violationsOf(parsed.error))}.`);
}

function refuseOtherTotal(context: Context, order: PricedOrder, wish: Form): void {
  const { shownAmount = order.amount, shownCurrencyCode = order.currencyCode } = wish;
  if (order.amount === shownAmount && order.currencyCode === shownCurrencyCode.toUpperCase()) return;
  const detail = 'The total is not the one that was shown. Nothing was started.';
  throw new CheckoutProblem('total-changed', detail, { order: shown(context, order) });
}

async function needsBank({ offers }: Context, money: Money, channelId: number): Promise<boolean> {
  const channels = await offers.channelsFor(money);
  return channels.some(({ id, kind, limit }) => id === channelId && kind === 'provider' && limit === null);
}

/** A card is asked for by the gateway: without a script it could not be encrypted here. */
function choiceOf(
  { offers }: Context,
  order: PricedOrder,
  channelId: number,
  bankId: string | undefined,
): Promise<Choice> {
  return offers.choose(order, { channelId, bankId, cardAt: 'gateway' });
}

function refuseOtherTypes(req: Request): void {
  if (!req.is('application/x-www-form-urlencoded')) {
    throw new CheckoutProblem(
      'invalid-request',
      'The body must be a form (application/x-www-form-urlencoded).',
    );
  }
}
