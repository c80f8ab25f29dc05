import { type Html, html, type Part, ringgit } from '@pgw/example-pages';
import type { Inspection, Refund } from '@pgw/express';
import { remainsOf } from '../standing.ts';
import { chipView, refundChip } from './chip.ts';
import { tableView, timeView, type Column } from './table.ts';

const columns: readonly Column<Refund>[] = [
  { title: 'Asked', isHeader: true, cell: ({ createdAt }) => timeView(createdAt) },
  { title: 'Amount', isNumber: true, cell: ({ amount }) => ringgit(amount) },
  { title: 'Reason', cell: ({ reason }) => reason },
  {
    title: 'State',
    cell: (refund) => html`${chipView(refundChip(refund.state))} ${explained(refund)}`,
  },
];

/** The refunds of a payment, and what may still be refunded. */
export function refundsView(inspection: Inspection): Part {
  const { refunds, payment } = inspection;
  if (refunds.length === 0) return undefined;
  const remains = remainsOf(inspection);
  const back = payment.amount - remains;
  return html`<h3>Refunds</h3>
    <p class="bar-line">
      <progress max="${payment.amount}" value="${back}" aria-hidden="true"></progress>
      <span
        >${ringgit(back)} of ${ringgit(payment.amount)} is back or on its way; ${ringgit(remains)}
        remains.</span
      >
    </p>
    ${tableView(`Refunds of payment ${payment.reference}`, columns, refunds)}`;
}

/** What a state means, where the word alone is not enough. */
function explained({ state, refundTransactionNumber, message }: Refund): Html {
  const text = meanings[state] ?? message;
  return html`${text !== null && html`<span class="explained muted">${text}</span>`}
  ${refundTransactionNumber !== null && html`<code class="explained muted">${refundTransactionNumber}</code>`}`;
}

const meanings: Readonly<Partial<Record<Refund['state'], string>>> = {
  requested: 'The gateway is being asked.',
  unknown:
    'The gateway’s answer was lost: it may be refunded or not. The gateway is asked until it is known. Don’t refund it again.',
  processing: 'The provider is working on it. This page follows it.',
  failed: 'The provider could not do it. The money is still here.',
  reversed: 'The provider took it back. The money is here again.',
};
