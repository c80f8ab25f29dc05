import { type CardResponse } from '@pgw/protocol';
import { cardRequest } from '@pgw/protocol/internal';
import { payByCard } from '../../cards/process-card.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { toResultPayment } from '../storefront-payment.ts';
import { type Context, createJsonReply, type Handler } from '../route.ts';
import { findCustomer } from '../input/customer.ts';
import { readJson } from '../input/body.ts';
import { toStorefrontRedirect } from './redirect-page.ts';

/** POST /payments/:reference/card: decrypts the card of a payment and sends it to the gateway. */
export function createCardHandler(context: Context): Handler {
  return async ({ request, params }) => {
    const { paymentContext, cards, settings } = context;
    if (cards === undefined) throw new CheckoutProblem('not-found', 'This checkout does not accept cards.');
    const { card: jwe, save } = await readJson(request, cardRequest);
    const reference = params['reference'] ?? '';
    const visitor = (await settings.cards?.resolveVisitor?.(request.native)) || null;
    const sender = { address: request.clientAddress, visitor };
    const { payment, redirect } = await payByCard(paymentContext, cards, {
      reference,
      jwe,
      save: save && (await canSaveCard(context, reference)),
      sender,
      customer: await findCustomer(context, request.native),
    });
    const response: CardResponse = {
      payment: await toResultPayment(context, payment),
      redirect: redirect && toStorefrontRedirect(context, payment, redirect),
    };
    return createJsonReply(response);
  };
}

async function canSaveCard({ paymentContext, offers }: Context, reference: string): Promise<boolean> {
  const payment = await paymentContext.store.find('payment', reference);
  return payment?.channel != null && offers.canSaveCards(payment.channel.id);
}
