import { type CardResponse } from '@pgw/protocol';
import { cardRequest } from '@pgw/protocol/internal';
import type { Request, Response } from 'express';
import { payByCard } from '../cards/process-card.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { toResultPayment } from '../payments/second-payment.ts';
import type { Context } from './context.ts';
import { findCustomer } from './requests/customer.ts';
import { readJson } from './requests/json-body.ts';
import { toStorefrontRedirect } from './redirect-page.ts';
import { getClientAddress } from './requests/client-address.ts';
import { sendJson } from './send-text.ts';

/** POST /payments/:reference/card: decrypts the card of a payment and sends it to the gateway. */
export function createCardHandler(context: Context) {
  return async (req: Request, res: Response): Promise<void> => {
    const { engine, cards, settings, viewOptions } = context;
    if (cards === undefined) throw new CheckoutProblem('not-found', 'This checkout does not accept cards.');
    const { card: jwe, save } = await readJson(req, cardRequest);
    const reference = String(req.params['reference']);
    const visitor = (await settings.cards?.visitorOf?.(req)) || null;
    const sender = { address: getClientAddress(req), visitor };
    const { payment, redirect } = await payByCard(engine, cards, {
      reference,
      jwe,
      save: save && (await canSaveCard(context, reference)),
      sender,
      customer: await findCustomer(context, req),
    });
    const response: CardResponse = {
      payment: await toResultPayment(engine, payment, viewOptions),
      redirect: redirect && toStorefrontRedirect(context, payment, redirect),
    };
    sendJson(res, response);
  };
}

async function canSaveCard({ engine, offers }: Context, reference: string): Promise<boolean> {
  const payment = await engine.store.findPayment(reference);
  return payment?.channel != null && offers.canSaveCards(payment.channel.id);
}
