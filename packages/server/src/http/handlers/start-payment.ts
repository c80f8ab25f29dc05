import { type StartResponse, type StartRequest } from '@pgw/protocol';
import { startRequest } from '@pgw/protocol/internal';
import type { Choice } from '../../offers/offers.ts';
import type { PricedOrder } from '../../model/payments/order.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { toStorefrontPayment } from '../storefront-payment.ts';
import { resolveOrder, type Context } from '../context.ts';
import { readJson } from '../input/json-body.ts';
import { toStorefrontRedirect } from './redirect-page.ts';
import { createJsonReply } from '../reply.ts';
import type { Handler } from '../route.ts';
import { requireShownTotal, startForVisitor } from '../start-of-visitor.ts';

/** POST /payments: responds with the redirection, or with a key for the card. */
export function createStartHandler(context: Context): Handler {
  return async (exchange) => {
    const body = await readJson(exchange.request, startRequest);
    const order = await resolveOrder(context, body.order, exchange.request.native);
    const { shownAmount, shownCurrencyCode, attempt } = body;
    await requireShownTotal(context, order, { amount: shownAmount, currencyCode: shownCurrencyCode });
    const choice = await validateChoice(context, order, body);
    const { payment, redirect } = await startForVisitor(context, exchange, { order, choice, attempt });
    const { card } = payment;
    const key = card?.state === 'awaited' ? await context.cards?.keys.issue({ ...payment, card }) : undefined;
    const response: StartResponse = {
      payment: toStorefrontPayment(payment, context.viewOptions),
      redirect: key === undefined ? toStorefrontRedirect(context, payment, redirect) : { type: 'card', key },
    };
    return createJsonReply(response, {}, 201);
  };
}

async function validateChoice(
  { settings, offers }: Context,
  order: PricedOrder,
  request: StartRequest,
): Promise<Choice | undefined> {
  if (settings.mode === 'hosted') return undefined;
  if (request.channelId === undefined) {
    throw new CheckoutProblem('channel-unavailable', 'A channel must be chosen: channelId is missing.');
  }
  const { channelId, bankId, cardAt } = request;
  return offers.validateChoice(order, { channelId, bankId, cardAt });
}
