import { Router, type NextFunction, type Request, type Response } from 'express';
import { languageOf } from '../language.ts';
import { canBePaid, orderPage } from '../pages/order.ts';
import { ordersPage } from '../pages/orders.ts';
import { findExtraPayments, isPending, selectPayment, stageOf } from '../payment-view.ts';
import { visitorOf } from '../visitor.ts';
import { sendPage, type ShopContext } from './context.ts';
import { checkoutScript, renderCheckout } from './render-checkout.ts';

/**
 * The list of the visitor's orders, and the page of each order. The response is 404 both for the order of
 * another visitor and for an order that does not exist.
 */
export function orderRoutes(shop: ShopContext): Router {
  const router = Router();

  router.get('/orders', (request, response) => {
    const orders = shop.orders.listOfVisitor(visitorOf(request));
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
    // After a payment, the URL contains ?payment=…. It selects the payment to show. It does not prove a
    // payment.
    const returnReference =
      typeof request.query['payment'] === 'string' ? request.query['payment'] : undefined;
    const payments = await shop.payments.ofOrder(id);
    const payment = selectPayment(payments, returnReference);
    // The transaction that fulfils a payment also marks its order as paid. The order is therefore read after
    // its payments.
    const order = shop.orders.findOfVisitor(id, visitor);
    if (order === undefined) return next();
    const isReturn = returnReference !== undefined && payment?.reference === returnReference;
    const stage = stageOf(order, payment);
    const view = {
      order,
      // With ?pay in the URL, the page shows the checkout although the last payment is still pending.
      stage: stage === 'awaiting' && 'pay' in request.query && isPending(payment) ? 'not-paid' : stage,
      payment,
      extraPayments: findExtraPayments(payments, payment),
      now: shop.now(),
    };
    // After a return, the page shows the result of that payment instead of the checkout.
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
