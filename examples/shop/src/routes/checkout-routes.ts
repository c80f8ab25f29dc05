import { Router } from 'express';
import type { z } from 'zod';
import { details, sampleDetails } from '../details.ts';
import { readTyped } from '../details-memory.ts';
import { detailsPage, type DetailsErrors } from '../pages/details.ts';
import { paymentPage } from '../pages/payment.ts';
import { visitorOf } from '../visitor.ts';
import { send, type Shop } from './route.ts';
import { widget } from './widget.ts';

/** From the bag to an order that waits for its payment. */
export function checkoutRoutes(shop: Shop): Router {
  const router = Router();

  router.get('/checkout', (request, response) => {
    const visitor = visitorOf(request);
    const lines = shop.bag.lines(visitor);
    if (visitor === undefined || lines.length === 0 || lines.some(({ isShort }) => isShort)) {
      return response.redirect(303, '/bag');
    }
    const typed = 'sample' in request.query ? sampleDetails : shop.details.of(visitor);
    send(shop, request, response, { title: 'Details', main: detailsPage(lines, typed) });
  });

  router.post('/checkout', (request, response) => {
    const visitor = visitorOf(request);
    const lines = shop.bag.lines(visitor);
    if (visitor === undefined || lines.length === 0 || lines.some(({ isShort }) => isShort)) {
      return response.redirect(303, '/bag');
    }
    const typed = readTyped(request.body);
    shop.details.keep(visitor, typed);
    const read = details.safeParse(typed);
    if (!read.success) {
      response.status(422);
      const main = detailsPage(lines, typed, firstErrors(read.error));
      return send(shop, request, response, { title: 'Check your details', main });
    }
    // The order and its price are fixed here, before the widget is shown.
    response.redirect(303, `/checkout/${shop.orders.place(visitor, read.data, lines)}`);
  });

  router.get('/checkout/:id', async (request, response, next) => {
    const visitor = visitorOf(request);
    const order = shop.orders.payable(request.params.id, visitor);
    if (order === undefined) {
      const isOwn = shop.orders.own(request.params.id, visitor) !== undefined;
      return isOwn ? response.redirect(303, `/orders/${request.params.id}`) : next();
    }
    const { head, body } = await widget(shop, order, { request, response });
    send(shop, request, response, { title: 'Payment', head, main: paymentPage(order, body) });
  });

  return router;
}

/** The first thing that is wrong with each field, in the order of the form. */
function firstErrors({ issues }: z.ZodError): DetailsErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}
