import { formatMoney, html, renderBreadcrumb, type Html } from '@pgw/example-pages';
import type { Payment } from '@pgw/express';
import { renderFacts } from '../pages/table.ts';
import { describeBankAndChannel } from '../payments/payment-state.ts';
import { renderReference } from '../payments/reference.ts';
import { renderSum } from '../payments/sum.ts';
import type { RefundEntry } from './refund-entry.ts';

interface RefundConfirmation {
  readonly payment: Payment;
  readonly entry: RefundEntry;
  /** The amount to refund, in sen. */
  readonly amount: number;
  /** The amount that can be refunded before this refund, in sen. */
  readonly refundableAmount: number;
}

/** Renders the last step before a refund: the payment, the amount and the amount that remains. */
export function renderRefundConfirmation(view: RefundConfirmation): Html {
  const { payment, entry, amount, refundableAmount } = view;
  const { orderId, reference } = payment;
  const orderUrl = `/office/orders/${orderId}`;
  const amountText = formatMoney(amount);
  return html`<div class="narrow-left">
    ${renderBreadcrumb(
      [
        ['/office', 'Orders'],
        [orderUrl, orderId],
      ],
      'Refund',
    )}
    <h1>Refund ${amountText}?</h1>
    <div class="card">
      ${renderFacts([
        ['Order', orderId],
        ['Reference', renderReference({ reference })],
        ['Paid', renderSum(payment)],
        ['Paid with', describeBankAndChannel(payment) ?? 'Gateway’s page'],
        ['Refund', html`<strong>${amountText}</strong>`],
        ['Fee', payment.fee > 0 && `${formatMoney(payment.fee)}, not refunded`],
        ['Left afterwards', formatMoney(refundableAmount - amount)],
        ['Reason', entry.reason],
      ])}
    </div>
    <form class="form" method="post" action="/office/payments/${reference}/refund">
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
        <button class="button" name="step" value="confirmed">Refund ${amountText}</button>
        <button class="button quiet" name="step" value="change">Change</button>
      </div>
    </form>
  </div>`;
}
