import { startRequest, type StartResponse, type StartRequest } from '@pgw/protocol';
import type { Request, Response } from 'express';
import type { Choice } from '../offers/offers.ts';
import type { PricedOrder } from '../payments/order.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { recordOrderPrice } from '../payments/settlement-price.ts';
import { start } from '../start/start.ts';
import { toStorefrontPayment } from '../payments/storefront-payment.ts';
import { resolveOrder, type Context } from './context.ts';
import { toStorefrontOrder } from '../payments/order.ts';
import { readJson } from './requests/json-body.ts';
import { toStorefrontRedirect } from './redirect-page.ts';
import { grantAccess, grantAccessAfterRefusal } from './requests/payment-access.ts';
import { getSender } from './requests/sender.ts';
import { sendJson } from './send-text.ts';

/**
 * POST /payments: resolves the order, starts the payment, and responds with the redirection or with a key for
 * the card.
 */
export function createStartHandler(context: Context) {
  return async (req: Request, res: Response): Promise<void> => {
    const request = await readJson(req, startRequest);
    const order = await resolveOrder(context, request.order, req);
    if (
      order.amount !== request.shownAmount ||
      order.currencyCode !== request.shownCurrencyCode.toUpperCase()
    ) {
      await recordOrderPrice(context.engine, order);
      const detail = 'The total is not the one that was shown. Nothing was started.';
      throw new CheckoutProblem('total-changed', detail, {
        order: toStorefrontOrder(order, context.viewOptions),
      });
    }
    const { engine, settings, viewOptions } = context;
    const choice = await validateChoice(context, order, request);
    const { payment, redirect } = await grantAccessAfterRefusal(
      context,
      { req, res, orderId: order.id },
      () =>
        start(engine, {
          order,
          choice,
          attempt: request.attempt,
          callbackUrl: settings.callbackUrl,
          ...getSender(req),
        }),
    );
    grantAccess(context, req, res, payment);
    const { card } = payment;
    const key = card?.state === 'awaited' ? await context.cards?.keys.issue({ ...payment, card }) : undefined;
    const response: StartResponse = {
      payment: toStorefrontPayment(payment, viewOptions),
      redirect: key === undefined ? toStorefrontRedirect(context, payment, redirect) : { type: 'card', key },
    };
    res.statusCode = 201;
    sendJson(res, response);
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
