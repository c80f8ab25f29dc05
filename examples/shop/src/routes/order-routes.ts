import { Router, type NextFunction, type Request, type Response } from 'express';
import { getLanguage } from '../visitors/language.ts';
import { canBePaid, renderOrderPage } from '../pages/order.ts';
import { renderOrdersPage, type ListedOrder } from '../pages/orders.ts';
import type { Order } from '../orders/orders.ts';
import { findExtraPayments, isPending, selectPayment, getStage } from '../orders/payment-view.ts';
import { readVisitor } from '../visitors/visitor.ts';
import { sendPage, type ShopContext } from './context.ts';
import { renderCheckoutScripts, renderCheckout } from './render-checkout.ts';

/**
 * The list of the visitor's orders, and the page of each order. The response is 404 both for the order of
 * another visitor and for an order that does not exist.
 */
export function createOrderRoutes(shop: ShopContext): Router {
  const router = Router();

  router.get('/orders', async (request, response) => {
    const orders = await Promise.all(
      (await shop.orders.listForVisitor(readVisitor(request))).map((order) => addStage(shop, order)),
    );
    sendPage(shop, request, response, (language) => ({
      title: language.texts.orders.title,
      main: renderOrdersPage(language, orders),
    }));
  });

  router.get('/orders/:id', showOrder(shop));

  return router;
}

/** The list has the stage of the order page, so that both tell the same. */
async function addStage({ payments, now }: ShopContext, order: Order): Promise<ListedOrder> {
  const stage = getStage(order, selectPayment(await payments.ofOrder(order.id), undefined));
  return { ...order, stage, canBePaid: canBePaid({ order, stage, now: now() }) };
}

function showOrder(shop: ShopContext) {
  return async (request: Request<{ id: string }>, response: Response, next: NextFunction): Promise<void> => {
    const { id } = request.params;
    const visitor = readVisitor(request);
    if ((await shop.orders.findForVisitor(id, visitor)) === undefined) return next();
    // When the gateway redirects back to the shop, the URL contains ?payment=…. The parameter only selects the
    // payment to show. It does not prove that the order is paid.
    const returnReference =
      typeof request.query['payment'] === 'string' ? request.query['payment'] : undefined;
    const payments = await shop.payments.ofOrder(id);
    const payment = selectPayment(payments, returnReference);
    // The transaction that fulfills a payment also marks its order as paid. The order is therefore read after
    // its payments.
    const order = await shop.orders.findForVisitor(id, visitor);
    if (order === undefined) return next();
    const isReturn = returnReference !== undefined && payment?.reference === returnReference;
    const stage = getStage(order, payment);
    const view = {
      order,
      // With ?pay in the URL, the page shows the checkout although the last payment is still pending.
      stage: stage === 'awaiting' && 'pay' in request.query && isPending(payment) ? 'not-paid' : stage,
      payment,
      extraPayments: findExtraPayments(payments, payment),
      now: shop.now(),
    };
    const language = getLanguage(request);
    // After a return, the page shows the result of that payment instead of the checkout.
    const checkout =
      canBePaid(view) && !isReturn
        ? await renderCheckout(shop, { order, language, request, response })
        : undefined;
    sendPage(shop, request, response, () => ({
      title: language.texts.order.title(id),
      head: checkout?.head ?? renderCheckoutScripts(response, shop.checkoutTag),
      main: renderOrderPage(language, { ...view, checkout: checkout?.body }),
    }));
  };
}
