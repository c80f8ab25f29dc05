import { type Html, html, type Part, formatSen } from '@pgw/example-pages';
import type { Inspection } from '@pgw/express';
import { chargeableAmount, isCaptureUndecided } from '../order-status.ts';
import { captureChip, chipView } from './chip.ts';
import { tableView, timeView, type Column } from './table.ts';

type Capture = Inspection['captures'][number];

const columns: readonly Column<Capture>[] = [
  { title: 'Requested', isHeader: true, cell: ({ createdAt }) => timeView(createdAt) },
  { title: 'Amount', isNumber: true, cell: ({ amount }) => formatSen(amount) },
  { title: 'Part', cell: ({ isLast }) => (isLast ? 'Last' : 'More may follow') },
  { title: 'State', cell: (capture) => html`${chipView(captureChip(capture.state))} ${explained(capture)}` },
];

/** The charges of an authorised card, and the amount that is still authorised. */
export function capturesView(inspection: Inspection): Part {
  const { captures, payment } = inspection;
  if (captures.length === 0) return undefined;
  const held = chargeableAmount(inspection);
  const open = captures.filter(isCaptureUndecided).reduce((sum, { amount }) => sum + amount, 0);
  // A requested charge counts as charged, so that no more than the authorised amount can be requested.
  const charged = (payment.capturedAmount ?? 0) - open;
  const maybe = open > 0 ? `, ${formatSen(open)} may be charged` : '';
  const sums = `${formatSen(charged)} of ${formatSen(payment.amount)} charged${maybe}.`;
  const rest =
    payment.state === 'authorized'
      ? `${formatSen(held)} still authorised.`
      : 'Nothing is authorised any more.';
  return html`<h3>Charged</h3>
    <p class="bar-line">
      <progress max="${payment.amount}" value="${charged}" aria-hidden="true"></progress>
      <span>${sums} ${rest}</span>
    </p>
    ${tableView(`Charges of payment ${payment.reference}`, columns, captures)}`;
}

function explained({ state, captureNumber, message }: Capture): Html {
  const text =
    state === 'unknown'
      ? 'The gateway’s response was lost: it may have been charged or not. It is never sent again.'
      : message;
  return html`${text !== null && html`<span class="explained muted">${text}</span>`}
  ${captureNumber !== null && html`<code class="explained muted">${captureNumber}</code>`}`;
}
