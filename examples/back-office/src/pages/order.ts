import { breadcrumb, formatSen, html, type Html, notice, type TemplateValue } from '@pgw/example-pages';
import type { OrderDetail } from '../order-detail.ts';
import type { FormProblem } from '../form-problem.ts';
import { orderStatusOf } from '../order-status.ts';
import { chipView } from './chip.ts';
import { isChanging, paymentView } from './payment.ts';
import { factsView, timeView } from './table.ts';

interface OrderView extends OrderDetail {
  /** The name of the action that the clerk has just done. Empty without an action. */
  readonly lastAction: string;
  readonly problem?: FormProblem;
}

/** The message after each action. */
const successTexts: Readonly<Record<string, string>> = {
  refreshed: 'The status was refreshed. See the timeline.',
  requeued: 'Fulfilment was started again. See the timeline.',
  charged: 'The card was charged.',
  known: 'The outcome was recorded. Your reason is in the timeline.',
  resolved: 'The review is closed.',
};

/** Renders an order with its payments. */
export function orderMain(view: OrderView): Html {
  const { order, inspections, lastAction, problem } = view;
  const successText = successTexts[lastAction];
  return html`${breadcrumb([['/office', 'Orders']], order.id)}
    <div class="heading">
      <h1>${order.id}</h1>
      <p role="status" data-live="order-status">${chipView(orderStatusOf(order, view))}</p>
    </div>
    ${successText !== undefined && notice('success', successText)}
    ${problem !== undefined && 'message' in problem && notice('danger', problem.message)}
    <div class="order-columns" ${inspections.some(isChanging) && html`data-poll`}>
      <div>
        ${
          inspections.length === 0
            ? html`<p class="card empty">No payment was started for this order.</p>`
            : inspections.map((inspection, index) =>
                paymentView({ ...view, inspection, attempt: inspections.length - index }),
              )
        }
      </div>
      <div>${customerView(view)} ${itemsView(view)}</div>
    </div>`;
}

function customerView({ order }: OrderView): Html {
  const { customer, createdAt, paidAt } = order;
  return html`<section class="card">
    <h2>Customer</h2>
    ${factsView([
      ['Name', customer.name],
      ['Email', html`<a href="mailto:${customer.email}">${customer.email}</a>`],
      ['Phone', customer.phone],
      ['Delivery', customer.address],
      ['Placed', timeView(createdAt)],
      ['Paid', paidAt !== null && timeView(paidAt)],
    ])}
  </section>`;
}

function itemsView({ order }: OrderView): TemplateValue {
  const { subtotal, delivery, amount } = order;
  return html`<section class="card order-items">
    <h2>Items</h2>
    <ul class="lines">
      ${order.lines.map(
        ({ title, detail, quantity, total }) =>
          html`<li>
            <span>${title} <span class="muted">${detail !== '' && `${detail} · `}${quantity}</span></span>
            <span class="amount">${formatSen(total)}</span>
          </li>`,
      )}
    </ul>
    ${factsView([
      ['Subtotal', formatSen(subtotal)],
      ['Delivery', formatSen(delivery)],
      ['Total', formatSen(amount)],
    ])}
  </section>`;
}
