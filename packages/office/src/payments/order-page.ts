import type { Payment } from '@pgw/server';
import type { Approval, Inspection } from '@pgw/server/operator';
import type { OrderDescription } from '../options.ts';
import { renderBreadcrumb, renderNotice, type Html, type TemplateValue } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base, may } from '../scope.ts';
import { toSafeLink, type Message } from '../context.ts';
import { renderMessage } from '../http/messages.ts';
import { renderChip } from '../pages/chip.ts';
import { renderRefusal } from '../pages/refusal.ts';
import { renderFacts } from '../pages/table.ts';
import type { FormProblem } from './form-problem.ts';
import { getOrderStatus } from './order-status.ts';
import { canChangeWithoutClerk, renderPayment } from './payment-section.ts';

/** An order with all stored data of its payments, newest first. */
export interface OrderDetail {
  readonly orderId: string;
  readonly description: OrderDescription | undefined;
  readonly inspections: readonly Inspection[];
  readonly payments: readonly Payment[];
  /** The refunds of the payments that wait for a second clerk. */
  readonly approvals: readonly Approval[];
  /** Creates the key of a form. A form that is sent twice then makes one refund or one charge. */
  readonly createKey: () => string;
  /** The time of reading, in milliseconds since the Unix epoch. */
  readonly now: number;
}

interface OrderView extends OrderDetail {
  /** The message about the last action of the clerk. */
  readonly message?: Message | undefined;
  readonly problem?: FormProblem | undefined;
}

/** Renders an order with its payments. */
export function renderOrder(view: OrderView): Html {
  const { orderId, inspections, description, message, problem } = view;
  return html`${renderBreadcrumb([[base(), t('Payments')]], orderId, t('Breadcrumb'))}
    <div class="heading">
      <h1>Order ${orderId}</h1>
      <p role="status" data-live="order-status">${renderChip(getOrderStatus(view))}</p>
    </div>
    ${renderMessage(message)}
    ${problem !== undefined && 'text' in problem && renderNotice('danger', renderRefusal(problem))}
    ${description?.warning !== undefined && renderNotice('warning', description.warning)}
    <div class="order-columns" ${inspections.some(canChangeWithoutClerk) && html`data-poll`}>
      ${renderDescription(view)}
      <div class="order-payments">
        ${inspections.map((inspection, index) =>
          renderPayment({ ...view, inspection, attempt: inspections.length - index }),
        )}
        ${
          may('erase') &&
          html`<p>
            <a href="${base()}/orders/${encodeURIComponent(orderId)}/erase">Erase personal data</a>
          </p>`
        }
      </div>
    </div>`;
}

/** Renders what the shop knows about the order. */
function renderDescription({ description }: OrderView): TemplateValue {
  if (description === undefined) return undefined;
  const { name, email, items = [], link } = description;
  const safeLink = toSafeLink(link);
  const isAddress = email !== undefined && /^[^\s@<>"]+@[^\s@<>"]+$/.test(email);
  return html`<div class="order-facts">
    <section class="card">
      <h2>Customer</h2>
      ${renderFacts([
        ['Name', name],
        ['Email', isAddress ? html`<a href="mailto:${encodeURIComponent(email)}">${email}</a>` : email],
        ['Shop', safeLink !== undefined && html`<a href="${safeLink}">Open the order in the shop</a>`],
      ])}
    </section>
    ${
      items.length > 0 &&
      html`<section class="card order-items">
        <h2>Items</h2>
        <ul class="lines">
          ${items.map((item) => html`<li>${item}</li>`)}
        </ul>
      </section>`
    }
  </div>`;
}
