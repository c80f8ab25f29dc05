import { formatMoney, html, renderBreadcrumb, renderNotice } from '@pgw/pages';
import type { Html, TemplateValue } from '@pgw/pages';
import type { OrderDetail } from './order-detail.ts';
import type { FormProblem } from '../payments/form-problem.ts';
import { getOrderStatus, isPaidAmountDifferent } from './order-status.ts';
import type { Order } from './orders.ts';
import { renderMessage, type PageMessage } from '../messages.ts';
import { renderActions } from '../pages/actions.ts';
import { renderChip } from '../pages/chip.ts';
import { renderRefusal } from '../pages/refusal.ts';
import { canChangeWithoutClerk, renderPayment } from '../payments/payment-section.ts';
import { renderFacts, renderTime } from '../pages/table.ts';

interface OrderView extends OrderDetail {
  /** The message about the last action of the clerk. */
  readonly message?: PageMessage | undefined;
  readonly problem?: FormProblem | undefined;
}

/** Renders an order with its payments. */
export function renderOrder(view: OrderView): Html {
  const { order, inspections, message, problem } = view;
  return html`${renderBreadcrumb([['/office', 'Orders']], order.id)}
    <div class="heading">
      <h1>Order ${order.id}</h1>
      <p role="status" data-live="order-status">${renderChip(getOrderStatus(order, view))}</p>
    </div>
    ${renderMessage(message)}
    ${problem !== undefined && 'text' in problem && renderNotice('danger', renderRefusal(problem))}
    ${isPaidAmountDifferent(order, view.payments) && renderAmountProblem(order)}
    <div class="order-columns" ${inspections.some(canChangeWithoutClerk) && html`data-poll`}>
      <div class="order-facts">${renderCustomer(view)} ${renderItems(view)}</div>
      <div class="order-payments">
        ${
          inspections.length === 0
            ? html`<p class="card empty">No payment was started for this order.</p>`
            : inspections.map((inspection, index) =>
                renderPayment({ ...view, inspection, attempt: inspections.length - index }),
              )
        }
        ${renderActions(view.actions)}
      </div>
    </div>`;
}

function renderAmountProblem({ id, amount }: Order): Html {
  return html`<section class="card amount-problem">
    <p class="problem">
      The amount of the order is ${formatMoney(amount)}, and another amount was paid. Compare the amounts.
      Then accept the paid amount, or refund the payment.
    </p>
    <form method="post" action="/office/orders/${id}/accept">
      <button class="button quiet">Accept the paid amount</button>
    </form>
  </section>`;
}

function renderCustomer({ order }: OrderView): Html {
  const { customer, createdAt, paidAt } = order;
  return html`<section class="card">
    <h2>Customer</h2>
    ${renderFacts([
      ['Name', customer.name],
      ['Email', html`<a href="mailto:${customer.email}">${customer.email}</a>`],
      ['Phone', customer.phone],
      ['Delivery', customer.address],
      ['Placed', renderTime(createdAt)],
      ['Paid', paidAt !== null && renderTime(paidAt)],
    ])}
  </section>`;
}

function renderItems({ order }: OrderView): TemplateValue {
  const { subtotal, delivery, amount } = order;
  return html`<section class="card order-items">
    <h2>Items</h2>
    <ul class="lines">
      ${order.lines.map(
        ({ title, detail, quantity, total }) =>
          html`<li>
            <span>${title} <span class="muted">${detail !== '' && `${detail} · `}${quantity}</span></span>
            <span class="amount">${formatMoney(total)}</span>
          </li>`,
      )}
    </ul>
    <div class="totals">
      ${renderFacts([
        ['Subtotal', formatMoney(subtotal)],
        ['Delivery', formatMoney(delivery)],
        ['Total', formatMoney(amount)],
      ])}
    </div>
  </section>`;
}
