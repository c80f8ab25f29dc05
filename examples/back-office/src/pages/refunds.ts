import { type Html, html, type Part, formatSen } from '@pgw/example-pages';
import type { Inspection, Refund } from '@pgw/express';
import { refundableAmount } from '../order-status.ts';
import { chipView, refundChip } from './chip.ts';
import { tableView, timeView, type Column } from './table.ts';

const columns: readonly Column<Refund>[] = [
  { title: 'Requested', isHeader: true, cell: ({ createdAt }) => timeView(createdAt) },
  { title: 'Amount', isNumber: true, cell: ({ amount }) => formatSen(amount) },
  { title: 'Reason', cell: ({ reason }) => reason },
  {
    title: 'State',
    cell: (refund) => html`${chipView(refundChip(refund.state))} ${explained(refund)}`,
  },
];

/** Renders the refunds of a payment and the amount that can still be refunded. */
export function refundsView(inspection: Inspection): Part {
  const { refunds, payment } = inspection;
  if (refunds.length === 0) return undefined;
  const remains = refundableAmount(inspection);
  const back = payment.amount - remains;
  return html`<h3>Refunds</h3>
    <p class="bar-line">
      <progress max="${payment.amount}" value="${back}" aria-hidden="true"></progress>
      <span
        >${formatSen(back)} of ${formatSen(payment.amount)} refunded or being refunded. ${formatSen(remains)}
        left.</span
      >
    </p>
    ${tableView(`Refunds of payment ${payment.reference}`, columns, refunds)}`;
}

/** Explains a state whose name is not enough. */
function explained({ state, refundTransactionNumber, message }: Refund): Html {
  const text = meanings[state] ?? message;
  return html`${text !== null && html`<span class="explained muted">${text}</span>`}
  ${refundTransactionNumber !== null && html`<code class="explained muted">${refundTransactionNumber}</code>`}`;
}

const meanings: Readonly<Partial<Record<Refund['state'], string>>> = {
  requested: 'Waiting for the gateway.',
  unknown:
    'The gateway’s response was lost: it may have been refunded or not. The gateway is queried until the outcome is known. Don’t refund it again.',
  processing: 'The provider is processing it. This page updates automatically.',
  failed: 'The provider could not refund it. The money is still with you.',
  reversed: 'The provider reversed it. The money is with you again.',
};
