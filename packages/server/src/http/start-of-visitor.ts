import type { Money } from '@pgw/protocol';
import type { Choice } from '../offers/offers.ts';
import { toStorefrontOrder, type PricedOrder } from '../model/payments/order.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { recordOrderPrice } from '../sync/update-price.ts';
import type { StartedPayment } from '../start/open.ts';
import { start } from '../start/start.ts';
import { resolveOrder, type Context } from './context.ts';
import { grantAccess, grantAccessAfterRefusal } from './payment-access.ts';
import { getSender } from './input/sender.ts';
import type { Exchange } from './request.ts';

/**
 * Throws `total-changed` if the displayed total is not the price, and stores the price. The displayed total is
 * never used as the price.
 */
export async function requireShownTotal(context: Context, order: PricedOrder, shown: Money): Promise<void> {
  const isShown = order.amount === shown.amount && order.currencyCode === shown.currencyCode.toUpperCase();
  if (isShown) return;
  await recordOrderPrice(context.paymentContext, order);
  const detail = 'The total is not the one that was shown. Nothing was charged.';
  throw new CheckoutProblem('total-changed', detail, {
    order: toStorefrontOrder(order, context.viewOptions),
  });
}

interface StartOfVisitor {
  readonly order: PricedOrder;
  readonly choice: Choice | undefined;
  readonly attempt: string;
}

/**
 * Starts a payment that the visitor may then see. After a refusal because of another payment of the order, they may
 * see that one.
 */
export async function startForVisitor(
  context: Context,
  exchange: Exchange,
  { order, choice, attempt }: StartOfVisitor,
): Promise<StartedPayment> {
  const { paymentContext, settings } = context;
  // A session with another price may have been loaded before the payment was stored.
  const confirmPrice = async (): Promise<void> => {
    const currentOrder = await resolveOrder(context, order.id, exchange.request.native);
    await requireShownTotal(context, { ...currentOrder, id: order.id }, order);
  };
  const startedPayment = await grantAccessAfterRefusal(context, { exchange, orderId: order.id }, () =>
    start(paymentContext, {
      order,
      choice,
      attempt,
      confirmPrice,
      callbackUrl: settings.callbackUrl,
      ...getSender(exchange.request),
    }),
  );
  grantAccess(context, exchange, startedPayment.payment);
  return startedPayment;
}
