import { Router, type NextFunction, type Request, type Response } from 'express';
import { mayBePaid, orderPage } from '../pages/order.ts';
import { ordersPage } from '../pages/orders.ts';
import { shownPayment, stageOf } from '../payment-view.ts';
import { visitorOf } from '../visitor.ts';
import { send, type Shop } from './route.ts';
import { widget, widgetScript } from './widget.ts';

/** The visitor's orders. Somebody else's order answers as one that does not exist. */
export function orderRoutes(shop: Shop): Router {
  const router = Router();

  router.get('/orders', (request, response) => {
    const main = ordersPage(shop.orders.ofVisitor(visitorOf(request)));
    send(shop, request, response, { title: 'Your orders', main });
  });

  router.get('/orders/:id', showOrder(shop));

  return router;
}

function showOrder(shop: Shop) {
  return async (request: Request<{ id: string }>, response: Response, next: NextFunction): Promise<void> => {
    const { id } = request.params;
    const visitor = visitorOf(request);
    if (shop.orders.own(id, visitor) === undefined) return next();
    // The browser may come back with ?payment=…; it chooses what is shown first and proves nothing.
    const named = typeof request.query['payment'] === 'string' ? request.query['payment'] : undefined;
    const payment = shownPayment(await shop.payments.ofOrder(id), named);
    // Read after the payments: an order is marked paid in the transaction that fulfils its payment.
    const order = shop.orders.own(id, visitor);
    if (order === undefined) return next();
    const isReturn = named !== undefined && payment?.reference === named;
    const view = { order, stage: stageOf(order, payment), payment, now: shop.now() };
    // Coming back shows how the last try went, rather than offering the next one.
    const checkout = mayBePaid(view) && !isReturn && (await widget(shop, order, { request, response }));
    const main = orderPage({ ...view, checkout: checkout ? checkout.body : undefined });
    const head = checkout ? checkout.head : widgetScript(response);
    send(shop, request, response, { title: `Order ${id}`, head, main });
  };
}
