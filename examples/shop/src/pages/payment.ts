import { breadcrumb, type Html, html, icons } from '@pgw/example-pages';
import { addressLine } from '../details.ts';
import type { Order } from '../orders.ts';
import { orderSummary } from './summary.ts';

/** The third step: what was said before, and the widget. */
export function paymentPage(order: Order, checkout: Html): Html {
  const { email, phone } = order.details;
  return html`<div class="columns payment">
    ${orderSummary(order, 'Ships tomorrow if you pay before 3 pm.')}
    <div>
      ${breadcrumb(
        [
          ['/bag', 'Bag'],
          ['/checkout', 'Details'],
        ],
        'Payment',
      )}
      <h1><span class="if-wide">Checkout</span><span class="if-narrow">Payment</span></h1>
      ${doneCard('Contact', `${email} · ${phone}`, '/checkout#name')}
      ${doneCard('Delivery', addressLine(order.details), '/checkout#address')}
      <h2 class="step"><span class="number" aria-hidden="true">3</span> Payment</h2>
      ${checkout}
    </div>
  </div>`;
}

/** Stands in the element's place where a browser can neither draw the list nor run the script. */
export function fallback(order: Order): Html {
  return html`<div class="card fallback">
    <p>The payment form is loading. If nothing happens, you can pay without it.</p>
    <form method="post" action="/pgw/start">
      <input type="hidden" name="order" value="${order.id}" />
      <button class="button">Pay on the payment page</button>
    </form>
  </div>`;
}

function doneCard(title: string, text: string, href: string): Html {
  return html`<section class="card done">
    <span class="badge success">${icons.tick}</span>
    <div>
      <h2>${title}</h2>
      <p class="muted">${text}</p>
    </div>
    <a href="${href}" aria-label="Edit ${title.toLowerCase()}">Edit</a>
  </section>`;
}
