import { formatAmount, renderBreadcrumb, renderNotice, type Html } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base } from '../scope.ts';
import type { Payment } from '@pgw/server';
import { renderFacts } from '../pages/table.ts';
import { describeBankAndChannel } from '../payments/payment-state.ts';
import { renderReference } from '../payments/reference.ts';
import { renderSum } from '../payments/sum.ts';
import type { RefundEntry } from './refund-entry.ts';

interface RefundConfirmation {
  readonly payment: Payment;
  readonly entry: RefundEntry;
  /** The amount to refund, in minor units. */
  readonly amount: number;
  /** The amount that can be refunded before this refund, in minor units. */
  readonly refundableAmount: number;
  /** The reference of another payment of the order, which is the second one. Undefined if there is none. */
  readonly second: string | undefined;
  /** Whether another clerk must approve it. */
  readonly needsApproval: boolean;
}

/** Renders the last step before a refund: the payment, the amount and the amount that remains. */
export function renderRefundConfirmation(view: RefundConfirmation): Html {
  const { payment, entry, amount, refundableAmount, second, needsApproval } = view;
  const { orderId, reference } = payment;
  const orderUrl = `${base()}/orders/${encodeURIComponent(orderId)}`;
  const format = (value: number): string => formatAmount({ ...payment, amount: value });
  const amountText = format(amount);
  const buttonClass = second === undefined ? 'button' : 'button quiet';
  return html`<div class="narrow-left">
    ${renderBreadcrumb(
      [
        [base(), t('Payments')],
        [orderUrl, orderId],
      ],
      t('Refund'),
      t('Breadcrumb'),
    )}
    <h1>Refund ${amountText}?</h1>
    ${
      second !== undefined &&
      renderNotice(
        'warning',
        html`<strong>The order was fulfilled by this payment, and paid twice.</strong> Refund the second
          payment instead, so that the shop keeps the payment of the order.`,
      )
    }
    ${needsApproval && renderNotice('warning', t('Another clerk must approve this refund.'))}
    <div class="card">
      ${renderFacts([
        ['Order', orderId],
        ['Reference', renderReference({ reference })],
        ['Paid', renderSum(payment)],
        ['Paid with', describeBankAndChannel(payment) ?? t('Gateway’s page')],
        ['Refund', html`<strong>${amountText}</strong>`],
        ['Fee', payment.fee > 0 && t`${format(payment.fee)}, not refunded`],
        ['Left afterwards', format(refundableAmount - amount)],
        ['Reason', entry.reason],
      ])}
    </div>
    <form class="form" method="post" action="${base()}/payments/${reference}/refund">
      ${[
        ['key', entry.key],
        ['how', entry.isPartial ? 'part' : 'all'],
        ['amount', entry.amount],
        ['reason', entry.reason],
        ['sum', String(amount)],
      ].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <p class="muted">
        The money goes back to the shopper. A refund is never sent twice, even if the gateway’s response is
        lost.
      </p>
      <div class="actions-row">
        ${second !== undefined && html`<a class="button" href="${orderUrl}#${second}">Refund the second payment</a>`}
        <button class="${buttonClass}" name="step" value="confirmed">Refund ${amountText}</button>
        <button class="button quiet" name="step" value="change">Change</button>
      </div>
    </form>
  </div>`;
}
