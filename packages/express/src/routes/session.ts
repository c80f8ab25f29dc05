import type { StorefrontBanks, StorefrontSession } from '@pgw/protocol';
import type { Request, Response } from 'express';
import type { PricedOrder } from '../payments/order.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { coversOrder, type Payment } from '../payments/payment.ts';
import { toStorefrontPayment } from '../payments/view.ts';
import { resolveOrder, toStorefrontOrder, type Context } from './context.ts';
import { withSavedCards } from './requests/customer.ts';

/** GET /session?order=… : the order and the channels that can pay it. */
export function session(context: Context) {
  return async (req: Request, res: Response): Promise<void> => {
    res.json(await sessionOf(context, await resolveOrder(context, orderIdOf(req), req), req));
  };
}

/** The data with which the element renders the checkout. */
export async function sessionOf(
  context: Context,
  order: PricedOrder,
  req: Request,
): Promise<StorefrontSession> {
  const { settings, offers, engine, view } = context;
  const channels =
    settings.mode === 'hosted' ? [] : await withSavedCards(context, req, await offers.channelsFor(order));
  const payments = await engine.store.findPayments({ orderId: order.id });
  // After a newer payment, an open one is not offered again: the shopper has chosen another way to pay.
  const open = payments.find(
    (payment, index) => coversOrder(payment.state) || (index === 0 && mayHavePaid(payment)),
  );
  return {
    order: toStorefrontOrder(context, order),
    mode: settings.mode,
    channels,
    expiresAt: order.expiresAt === null ? null : new Date(order.expiresAt).toISOString(),
    serverTime: new Date(settings.now()).toISOString(),
    openPayment: open === undefined ? null : toStorefrontPayment(open, view),
  };
}

/** GET /channels/:channelId/banks?order=… */
export function banks(context: Context) {
  const { offers } = context;
  return async (req: Request, res: Response): Promise<void> => {
    const order = await resolveOrder(context, orderIdOf(req), req);
    const channelId = Number(req.params['channelId']);
    if (!Number.isSafeInteger(channelId)) {
      throw new CheckoutProblem('invalid-request', 'The channel in the path must be a number.');
    }
    // Only banks of offered channels are requested and cached: a visitor can send any number.
    const offered = await offers.channelsFor(order);
    if (!offered.some(({ id, kind }) => id === channelId && kind === 'provider')) {
      throw new CheckoutProblem('channel-unavailable', `Channel ${channelId} has no banks.`);
    }
    const response: StorefrontBanks = { banks: await offers.banksOf(channelId) };
    res.json(response);
  };
}

function orderIdOf(req: Request): string {
  const { order } = req.query;
  if (typeof order !== 'string' || order === '' || order.length > 200) {
    throw new CheckoutProblem(
      'invalid-request',
      'The query parameter order must be the id of an order, at most 200 characters.',
    );
  }
  return order;
}

/**
 * The browser was redirected, and the shopper may have paid. Before the card is sent, nothing can be paid.
 */
function mayHavePaid({ state, card }: Payment): boolean {
  return state === 'open' && card?.state !== 'awaited';
}
