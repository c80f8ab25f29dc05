import type { StorefrontSession } from '@pgw/protocol';
import type { StorefrontBanks } from '@pgw/protocol/internal';
import { hasBanks } from '../../offers/channel-kinds.ts';
import { toStorefrontOrder, type PricedOrder } from '../../model/payments/order.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { coversOrder } from '../../model/payments/payment-state.ts';
import { type Payment } from '../../model/payments/payment.ts';
import { listPricedPayments } from '../../sync/update-price.ts';
import { mayBeTakenUnseen, toResultPayment, toStorefrontPayment } from '../storefront-payment.ts';
import { type Context, createJsonReply, type HttpRequest, type Handler } from '../route.ts';
import { addSavedCards } from '../input/customer.ts';
import { describeContinuation } from './redirect-page.ts';
import { grantAccess, resolveRequestedOrder } from '../payment-access.ts';

/** GET /session?order=…: the order and its channels. Of an order that the shop no longer gives, only its payment. */
export function createSessionHandler(context: Context): Handler {
  return async (exchange) => {
    const { native } = exchange.request;
    try {
      const order = await resolveRequestedOrder(context, exchange, readOrderId(exchange.request));
      const { session, openPayment } = await loadSession(context, order, native);
      if (openPayment !== undefined) grantAccess(context, exchange, openPayment);
      return createJsonReply(session);
    } catch (error) {
      const session = await loadSessionOfPayment(context, error);
      if (session === undefined) throw error;
      return createJsonReply(session);
    }
  };
}

/** The session of a payment that was found in place of an order, for a browser that may see it. */
async function loadSessionOfPayment(
  context: Context,
  error: unknown,
): Promise<StorefrontSession | undefined> {
  const { settings, paymentContext } = context;
  const reference = error instanceof CheckoutProblem ? error.reference : undefined;
  const payment = reference === undefined ? undefined : await paymentContext.store.find('payment', reference);
  if (payment === undefined) return undefined;
  const openPayment = await toResultPayment(context, payment);
  return {
    order: openPayment.order,
    mode: settings.mode,
    channels: [],
    expiresAt: null,
    serverTime: new Date(settings.now()).toISOString(),
    openPayment,
    shopUrl: settings.addresses.shopUrl,
  };
}

interface LoadedSession {
  readonly session: StorefrontSession;
  /** The payment whose form for the browser is in the session. */
  readonly openPayment: Payment | undefined;
}

export async function loadSession(
  context: Context,
  order: PricedOrder,
  native: unknown,
): Promise<LoadedSession> {
  const { settings, offers, paymentContext } = context;
  // The price is stored before the request waits for the channels.
  const payments = await listPricedPayments(paymentContext, order);
  const channels =
    settings.mode === 'hosted' ? [] : await addSavedCards(context, native, await offers.listChannels(order));
  // The newest payment is shown while it is open, and otherwise the newest one that has paid the order. An older
  // open payment is not shown, because the shopper has chosen another way to pay since then.
  const openPayment = payments.find(
    (payment, index) =>
      coversOrder(payment.state) ||
      (index === 0 && (mayHavePaid(payment) || mayBeTakenUnseen(payment, context))),
  );
  const session: StorefrontSession = {
    order: toStorefrontOrder(order, settings),
    mode: settings.mode,
    channels,
    expiresAt: order.expiresAt === null ? null : new Date(order.expiresAt).toISOString(),
    serverTime: new Date(settings.now()).toISOString(),
    openPayment:
      openPayment === undefined
        ? null
        : { ...toStorefrontPayment(openPayment, context), ...describeContinuation(context, openPayment) },
    shopUrl: settings.addresses.shopUrl,
  };
  return { session, openPayment };
}

/** GET /channels/:channelId/banks?order=…: the banks of a channel. */
export function createBanksHandler(context: Context): Handler {
  const { offers } = context;
  return async (exchange) => {
    const { params } = exchange;
    const order = await resolveRequestedOrder(context, exchange, readOrderId(exchange.request));
    const channelId = Number(params['channelId']);
    if (!Number.isSafeInteger(channelId)) {
      throw new CheckoutProblem('invalid-request', 'The channel in the path must be a number.');
    }
    // Only the banks of offered channels are requested and cached, because a visitor can send any number.
    const channels = await offers.listChannels(order);
    const channel = channels.find((one) => one.id === channelId && hasBanks(one));
    if (channel === undefined) {
      throw new CheckoutProblem('channel-unavailable', `Channel ${channelId} has no banks.`);
    }
    const response: StorefrontBanks = { banks: await offers.listBanks(channel, order.amount) };
    return createJsonReply(response);
  };
}

const maxOrderIdLength = 200;

function readOrderId({ query }: HttpRequest): string {
  const order = query.get('order');
  if (order === null || order === '' || order.length > maxOrderIdLength) {
    throw new CheckoutProblem(
      'invalid-request',
      `The query parameter order must be the id of an order, at most ${maxOrderIdLength} characters.`,
    );
  }
  return order;
}

/** Before a card is sent, the shopper cannot have paid. A start without a response may have paid. */
function mayHavePaid({ state, card }: Payment): boolean {
  return (state === 'open' || state === 'unknown') && card?.state !== 'awaited';
}
