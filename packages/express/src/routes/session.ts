import type { StorefrontSession } from '@pgw/protocol';
import type { StorefrontBanks } from '@pgw/protocol/internal';
import type { Request, Response } from 'express';
import type { PricedOrder } from '../payments/order.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { coversOrder, type Payment } from '../payments/payment.ts';
import { listPricedPayments } from '../payments/settlement-price.ts';
import { toStorefrontPayment } from '../payments/storefront-payment.ts';
import { resolveOrder, type Context } from './context.ts';
import { toStorefrontOrder } from '../payments/order.ts';
import { addSavedCards } from './requests/customer.ts';
import { grantAccess } from './requests/payment-access.ts';
import { readQuery } from './requests/query.ts';
import { sendJson } from './send-text.ts';

/** GET /session?order=…: the order and its channels. */
export function createSessionHandler(context: Context) {
  return async (req: Request, res: Response): Promise<void> => {
    const order = await resolveOrder(context, readOrderId(req), req);
    const { session, openPayment } = await loadSession(context, order, req);
    if (openPayment !== undefined) grantAccess(context, req, res, openPayment);
    sendJson(res, session);
  };
}

/** The data with which the element renders the checkout. */
interface LoadedSession {
  readonly session: StorefrontSession;
  /** The payment whose form for the browser is in the session. */
  readonly openPayment: Payment | undefined;
}

/** Loads the data with which the element renders the checkout. */
export async function loadSession(
  context: Context,
  order: PricedOrder,
  req: Request,
): Promise<LoadedSession> {
  const { settings, offers, engine, viewOptions } = context;
  // The price is stored before the request waits for the channels.
  const payments = await listPricedPayments(engine, order);
  const channels =
    settings.mode === 'hosted' ? [] : await addSavedCards(context, req, await offers.listChannels(order));
  // The newest payment is shown while it is open, and otherwise the newest one that has paid the order. An older
  // open payment is not shown, because the shopper has chosen another way to pay since then.
  const openPayment = payments.find(
    (payment, index) => coversOrder(payment.state) || (index === 0 && mayHavePaid(payment)),
  );
  const session: StorefrontSession = {
    order: toStorefrontOrder(order, context.viewOptions),
    mode: settings.mode,
    channels,
    expiresAt: order.expiresAt === null ? null : new Date(order.expiresAt).toISOString(),
    serverTime: new Date(settings.now()).toISOString(),
    openPayment: openPayment === undefined ? null : toStorefrontPayment(openPayment, viewOptions),
  };
  return { session, openPayment };
}

/** GET /channels/:channelId/banks?order=…: the banks of a channel. */
export function createBanksHandler(context: Context) {
  const { offers } = context;
  return async (req: Request, res: Response): Promise<void> => {
    const order = await resolveOrder(context, readOrderId(req), req);
    const channelId = Number(req.params['channelId']);
    if (!Number.isSafeInteger(channelId)) {
      throw new CheckoutProblem('invalid-request', 'The channel in the path must be a number.');
    }
    // Only the banks of offered channels are requested and cached, because a visitor can send any number.
    const channels = await offers.listChannels(order);
    if (!channels.some(({ id, kind }) => id === channelId && kind === 'provider')) {
      throw new CheckoutProblem('channel-unavailable', `Channel ${channelId} has no banks.`);
    }
    const response: StorefrontBanks = { banks: await offers.listBanks(channelId) };
    sendJson(res, response);
  };
}

const maxOrderIdLength = 200;

function readOrderId(req: Request): string {
  const order = readQuery(req).get('order');
  if (order === null || order === '' || order.length > maxOrderIdLength) {
    throw new CheckoutProblem(
      'invalid-request',
      `The query parameter order must be the id of an order, at most ${maxOrderIdLength} characters.`,
    );
  }
  return order;
}

/**
 * True when the browser was redirected and the shopper may have paid. Before a card is sent, the shopper
 * cannot have paid.
 */
function mayHavePaid({ state, card }: Payment): boolean {
  return state === 'open' && card?.state !== 'awaited';
}
