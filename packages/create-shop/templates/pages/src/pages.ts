import { products, type Order } from './orders.ts';

// The content of each page, as HTML. Escape texts that users have entered.

/** `token` shows that a form is of this page, for old browsers that do not send the page of a form. */
export function renderCatalogue(token: string): string {
  const list = products.map(
    ({ id, name, price }) =>
      `<li>${name}, RM ${(price / 100).toFixed(2)} <button name="product" value="${id}">Buy</button></li>`,
  );
  return `<h1>Two Mugs</h1><form method="post" action="/orders"><input type="hidden" name="token" value="${token}"><ul>${list.join('')}</ul></form>`;
}

export function renderCheckout({ id, product }: Order): string {
  return `<h1>${product}</h1><pgw-checkout order="${id}"></pgw-checkout>`;
}

/**
 * The page of an order. `isReturn` is true after a payment: the URL then has the reference of the payment. If the shopper
 * has returned in another browser, there is no order, and the page shows only what the element may show there. "Try again"
 * opens the page without a reference, so that an order that is not paid can be paid.
 */
export function renderOrder(order: Order | undefined, isReturn: boolean): string | undefined {
  if (order === undefined && !isReturn) return undefined;
  const title = order === undefined ? 'Your payment' : `${order.product}: ${order.state}`;
  const checkout = order?.state === 'Not paid yet' ? `<pgw-checkout order="${order.id}"></pgw-checkout>` : '';
  return `<h1>${title}</h1>${isReturn ? '<pgw-payment-status></pgw-payment-status>' : checkout}`;
}

/** For an order that does not exist, and for an order of another visitor. */
export const noSuchOrder = 'There is no such order in this browser.';
