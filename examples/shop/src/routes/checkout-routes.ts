import { Router, type NextFunction, type Request, type Response } from 'express';
import type { z } from 'zod';
import { detailsSchema, isFieldError, sampleDetails, type FieldError } from '../orders/details.ts';
import { selectPayment } from '../orders/payment-view.ts';
import { readEnteredDetails } from '../orders/details-store.ts';
import { getLanguage } from '../visitors/language.ts';
import { renderDetailsPage, type DetailsErrors } from '../pages/details.ts';
import { renderBankPage, renderPaymentPage } from '../pages/payment.ts';
import { readVisitor } from '../visitors/visitor.ts';
import { sendPage, type ShopContext } from './context.ts';
import { limitOrders } from './limit-orders.ts';
import { renderCheckout } from './render-checkout.ts';

/** The routes from the bag to the payment of an order. */
export function createCheckoutRoutes(shop: ShopContext): Router {
  const router = Router();

  router.get('/checkout', async (request, response) => {
    const visitor = readVisitor(request);
    const lines = await shop.bags.listLines(visitor);
    if (visitor === undefined || lines.length === 0 || lines.some(({ exceedsStock }) => exceedsStock)) {
      return response.redirect(303, '/bag');
    }
    const entered = 'sample' in request.query ? sampleDetails : await shop.details.read(visitor);
    sendPage(shop, request, response, ({ texts }) => ({
      title: texts.details.pageTitle,
      main: renderDetailsPage(texts, { lines, entered }),
    }));
  });

  router.post('/checkout', limitOrders(shop), async (request, response) => {
    const visitor = readVisitor(request);
    const lines = await shop.bags.listLines(visitor);
    if (visitor === undefined || lines.length === 0 || lines.some(({ exceedsStock }) => exceedsStock)) {
      return response.redirect(303, '/bag');
    }
    const entered = readEnteredDetails(request.body);
    await shop.details.save(visitor, entered);
    const parsed = detailsSchema.safeParse(entered);
    if (!parsed.success) {
      response.status(422);
      const errors = findFirstErrors(parsed.error);
      return sendPage(shop, request, response, ({ texts }) => ({
        title: texts.details.checkPageTitle,
        main: renderDetailsPage(texts, { lines, entered, errors }),
      }));
    }
    // The lines and the price of the order do not change after this.
    response.redirect(303, `/checkout/${await shop.orders.place(visitor, parsed.data, lines)}`);
  });

  router.get('/checkout/:id', async (request, response, next) => {
    const visitor = readVisitor(request);
    const order = await shop.orders.findPayable(request.params.id, visitor);
    if (order === undefined) {
      const exists = (await shop.orders.findForVisitor(request.params.id, visitor)) !== undefined;
      return exists ? response.redirect(303, `/orders/${request.params.id}`) : next();
    }
    // A card was approved for the order, and is charged later.
    if (selectPayment(await shop.payments.ofOrder(order.id), undefined)?.state === 'authorized')
      return response.redirect(303, `/orders/${order.id}`);
    const language = getLanguage(request);
    const { head, body } = await renderCheckout(shop, { order, language, request, response });
    sendPage(shop, request, response, ({ texts }) => ({
      title: texts.payment.title,
      head,
      main: renderPaymentPage(texts, order, body),
    }));
  });

  router.get('/checkout/:id/bank', showBanks(shop));

  return router;
}

/** Shows the banks of a channel. A browser without scripts opens this page after the choice of a channel. */
function showBanks(shop: ShopContext) {
  return async (request: Request<{ id: string }>, response: Response, next: NextFunction): Promise<void> => {
    const order = await shop.orders.findPayable(request.params.id, readVisitor(request));
    const channel = Number(request.query['channel']);
    if (order === undefined || !Number.isSafeInteger(channel)) return next();
    const language = getLanguage(request);
    const { head, body } = await renderCheckout(shop, { order, channel, language, request, response });
    sendPage(shop, request, response, ({ texts }) => ({
      title: texts.payment.bankHeading,
      head,
      main: renderBankPage(texts, order, body),
    }));
  };
}

/** Returns the first error of each field. The messages of the schema are keys of texts. */
function findFirstErrors({ issues }: z.ZodError): DetailsErrors {
  const errors: Record<string, FieldError> = {};
  for (const { path, message } of issues) if (isFieldError(message)) errors[String(path[0])] ??= message;
  return errors;
}
