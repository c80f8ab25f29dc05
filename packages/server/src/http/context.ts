import type { AssetFiles } from './assets/asset-files.ts';
import type { Cards } from '../cards/cards.ts';
import type { CallbackWatch } from '../background/callback-watch.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { Inbox } from '../sync/inbox.ts';
import type { Offers } from '../offers/offers.ts';
import { validateOrder, type PricedOrder } from '../model/payments/order.ts';
import type { ViewOptions } from './storefront-payment.ts';
import type { Health } from '../model/health.ts';
import type { Settings } from '../options/settings.ts';
import type { RequestLimitKind } from '../events/event-facts.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { OrderGuesses } from '../limits/order-guesses.ts';
import type { RequestSource } from './exchange.ts';
import { CheckoutProblem } from '../model/problem.ts';
import type { RunningRequests } from '../background/running-requests.ts';

type RouteSettings = Omit<Settings<never>, 'store'>;

/** The dependencies of every route. */
export interface Context {
  readonly settings: RouteSettings;
  readonly paymentContext: PaymentContext;
  readonly offers: Offers;
  /** What a response to the browser needs besides the stored order and payment. */
  readonly viewOptions: ViewOptions;
  readonly cards: Cards | undefined;
  /** Undefined without limits on starts and returns. */
  readonly limiter: Limiter<RequestLimitKind> | undefined;
  readonly guesses: OrderGuesses | undefined;
  readonly callbackWatch: CallbackWatch;
  readonly inbox: Inbox;
  /** The element's scripts. */
  readonly assets: AssetFiles;
  /** Resolves when the store is open. Rejects while the store cannot be opened. Most routes wait for it. */
  readonly whenOpen: () => Promise<void>;
  readonly health: () => Promise<Health>;
  readonly requests: RunningRequests;
  /** Tracks a task that continues after the response was sent. `close` waits for it. */
  readonly trackTask: (work: Promise<unknown>) => void;
}

/**
 * Loads the order of a request. A network that guesses orders gets none.
 *
 * @throws CheckoutProblem `unknown-order` when the shop has no such order for this visitor; `too-many-requests`.
 */
export async function resolveRequestedOrder(
  context: Context,
  orderId: string,
  { native, clientAddress }: RequestSource,
): Promise<PricedOrder> {
  context.guesses?.refuseGuesser(clientAddress);
  try {
    return await resolveOrder(context, orderId, native);
  } catch (error) {
    if (error instanceof CheckoutProblem && error.code === 'unknown-order')
      await context.guesses?.count(clientAddress);
    throw error;
  }
}

/** Loads an order with the shop's `resolveOrder` and validates it. */
export async function resolveOrder(
  { settings }: Context,
  orderId: string,
  native: unknown,
): Promise<PricedOrder> {
  const resolvedAt = settings.now();
  // PostgreSQL rejects this character, so a query of the shop would fail.
  const order = orderId.includes('\0') ? undefined : await settings.resolveOrder(orderId, native);
  return validateOrder(orderId, order, resolvedAt);
}
