import { Router, type NextFunction, type Request, type Response } from 'express';
import { readOrderDetail } from './order-detail.ts';
import { getClerkName } from '../sign-in/clerks.ts';
import { sendPage, readText, type Office } from '../context.ts';
import { redirectWithMessage, takeMessage } from '../messages.ts';
import { listOrders, orderViews, type OrderViewName } from './order-list.ts';
import { isPaidAmountDifferent } from './order-status.ts';
import { renderOrder } from './order-page.ts';
import { takeProblem } from '../payments/show-problem.ts';
import { renderOrders } from './orders-page.ts';

/** The list of orders, and the page of each order with its payments. */
export function createOrderRoutes(office: Office): Router {
  const router = Router();

  router.get('/', showOrders(office));
  router.get('/orders/:id', showOrder(office));
  router.post('/orders/:id/accept', acceptPaidAmount(office));
  return router;
}

function showOrders(office: Office) {
  return async (request: Request, response: Response): Promise<void> => {
    const view = parseView(readText(request.query, 'view'));
    const searchText = readText(request.query, 'q').slice(0, 100);
    const page = parsePage(readText(request.query, 'page'));
    const list = await listOrders(office, { view, searchText, page });
    sendPage(response, {
      title: 'Orders',
      section: 'orders',
      main: renderOrders({ ...list, view, searchText, page }),
    });
  };
}

function showOrder(office: Office) {
  return async (request: Request<{ id: string }>, response: Response, next: NextFunction): Promise<void> => {
    const detail = await readOrderDetail(office, request.params.id);
    if (detail === undefined) return next();
    const problem = takeProblem(request, request.params.id);
    const main = renderOrder({ ...detail, message: takeMessage(request), problem });
    sendPage(response, { title: `Order ${request.params.id}`, section: 'orders', main });
  };
}

function acceptPaidAmount({ orders, checkout, actions }: Office) {
  return async (request: Request<{ id: string }>, response: Response): Promise<void> => {
    const order = orders.find(request.params.id);
    if (order === undefined) return response.redirect(303, '/office');
    // A page that was opened earlier can still contain the form after the payment was refunded.
    if (!isPaidAmountDifferent(order, await checkout.payments.list({ orderId: order.id })))
      return response.redirect(303, `/office/orders/${order.id}`);
    const action = { clerk: getClerkName(request), text: 'Paid amount accepted', subject: order.id };
    await actions.run(action, () => orders.acceptPaidAmount(order.id));
    redirectWithMessage(request, response, {
      url: `/office/orders/${order.id}`,
      tone: 'success',
      text: 'The paid amount was accepted. The order is paid.',
    });
  };
}

/** Returns the view with this name; `all` for an unknown name. */
function parseView(name: string): OrderViewName {
  // `hasOwn` proves that this is the name of a view.
  return Object.hasOwn(orderViews, name) ? (name as OrderViewName) : 'all';
}

/** Returns the page number; 1 for an invalid number. */
function parsePage(text: string): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}
