import { Router, type NextFunction, type Request, type Response } from 'express';
import { languageOf } from '../language.ts';
import { canBePaid, orderPage } from '../pages/order.ts';
import { ordersPage } from '../pages/orders.ts';
import { extraPayments, selectPayment, stageOf } from '../payment-view.ts';
import { visitorOf } from '../visitor.ts';
import { sendPage, type ShopContext } from './context.ts';
import { renderCheckout, checkoutScript } from './widget.ts';

/** The visitor's orders. For the order of another visitor the response is the same as for an order that does not exist. */
export function orderRoutes(shop: ShopContext): Router {
  const router = Router();

  router.get('/orders', (request, response) => {
    const orders = shop.orders.ofVisitor(visitorOf(request));
    sendPage(shop, request, response, ({ texts }) => ({
      title: texts.orders.title,
      main: ordersPage(texts, orders),
    }));
  });

  router.get('/orders/:id', showOrder(shop));

  return router;
}

function showOrder(shop: ShopContext) {
  return async (request: Request<{ id: string }>, response: Response, next: NextFunction): Promise<void> => {
    const { id } = request.params;
    const visitor = visitorOf(request);
    if (shop.orders.findOfVisitor(id, visitor) === undefined) return next();
    // The browser may return with ?payment=…, which selects what is shown first and proves nothing.
    const named = typeof request.query['payment'] === 'string' ? request.query['payment'] : undefined;
    const payments = await shop.payments.ofOrder(id);
    const payment = selectPayment(payments, named);
    // Read after the payments: an order is marked as paid in the transaction that fulfils its payment.
    const order = shop.orders.findOfVisitor(id, visitor);
    if (order === undefined) return next();
    const isReturn = named !== undefined && payment?.reference === named;
    const view = {
      order,
      stage: stageOf(order, payment),
      payment,
      extraPayments: extraPayments(payments, payment),
      now: shop.now(),
    };
    // After a return the page shows the result of that payment first, not the checkout.
    const language = languageOf(request);
    const checkout =
      canBePaid(view) && !isReturn
        ? await renderCheckout(shop, { order, language, request, response })
        : undefined;
    sendPage(shop, request, response, () => ({
      title: language.texts.order.title(id),
      head: checkout?.head ?? checkoutScript(response),
      main: orderPage(language, { ...view, checkout: checkout?.body }),
    }));
  };
}
