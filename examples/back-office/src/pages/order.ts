import { breadcrumb, html, notice, formatSen, type Html, type Part } from '@pgw/example-pages';
import type { OrderDetail } from '../order-detail.ts';
import type { FormProblem } from '../refund-form.ts';
import { orderStatusOf } from '../order-status.ts';
import { chipView } from './chip.ts';
import { isChanging, paymentView } from './payment.ts';
import { factsView, timeView } from './table.ts';

interface OrderView extends OrderDetail {
  /** The action that led here. */
  readonly did: string;
  readonly problem?: FormProblem;
}

const doneText: Readonly<Record<string, string>> = {
  refreshed: 'The status was refreshed. See the timeline.',
  requeued: 'Fulfilment was started again. See the timeline.',
  charged: 'The card was charged.',
  known: 'The outcome was recorded. Your reason is in the timeline.',
  resolved: 'The review is closed.',
};

/** An order in the back office. */
export function orderMain(view: OrderView): Html {
  const { order, inspections, money, did, problem } = view;
  const done = doneText[did];
  return html`${breadcrumb([['/office', 'Orders']], order.id)}
    <div class="heading">
      <h1>${order.id}</h1>
      <p role="status" data-live="standing">${chipView(orderStatusOf(order, money))}</p>
    </div>
    ${done !== undefined && notice('success', done)}
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
      <div>${customer(view)} ${lines(view)}</div>
    </div>`;
}

function customer({ order }: OrderView): Html {
  const { customer: person, createdAt, paidAt } = order;
  return html`<section class="card">
    <h2>Customer</h2>
    ${factsView([
      ['Name', person.name],
      ['Email', html`<a href="mailto:${person.email}">${person.email}</a>`],
      ['Phone', person.phone],
      ['Delivery', person.address],
      ['Placed', timeView(createdAt)],
      ['Paid', paidAt !== null && timeView(paidAt)],
    ])}
  </section>`;
}

function lines({ order }: OrderView): Part {
  const { subtotal, delivery, amount } = order;
  return html`<section class="card bought">
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
