import { formatSen, type Html, html, type TemplateValue } from '@pgw/example-pages';
import type { Inspection } from '@pgw/express';
import { chargeableAmount, isCaptureUndecided } from '../payment-state.ts';
import { captureChip, chipView } from './chip.ts';
import { tableView, timeView, type Column } from './table.ts';

type Capture = Inspection['captures'][number];

const columns: readonly Column<Capture>[] = [
  { title: 'Requested', isHeader: true, cell: ({ createdAt }) => timeView(createdAt) },
  { title: 'Amount', isNumber: true, cell: ({ amount }) => formatSen(amount) },
  { title: 'Part', cell: ({ isLast }) => (isLast ? 'Last' : 'More may follow') },
  {
    title: 'State',
    cell: (capture) => html`${chipView(captureChip(capture.state))} ${explanationOf(capture)}`,
  },
];

/** Renders the charges of an authorised card and the amount that is still authorised. */
export function capturesView(inspection: Inspection): TemplateValue {
  const { captures, payment } = inspection;
  if (captures.length === 0) return undefined;
  const undecidedAmount = captures.filter(isCaptureUndecided).reduce((sum, { amount }) => sum + amount, 0);
  // `capturedAmount` includes charges without an outcome, so that the sum of all charges stays in the limit.
  const chargedAmount = (payment.capturedAmount ?? 0) - undecidedAmount;
  const undecidedText = undecidedAmount > 0 ? `, ${formatSen(undecidedAmount)} may be charged` : '';
  const chargedText = `${formatSen(chargedAmount)} of ${formatSen(payment.amount)} charged${undecidedText}.`;
  const authorizedText =
    payment.state === 'authorized'
      ? `${formatSen(chargeableAmount(inspection))} still authorised.`
      : 'Nothing is authorised any more.';
  return html`<h3>Charged</h3>
    <p class="bar-line">
      <progress max="${payment.amount}" value="${chargedAmount}" aria-hidden="true"></progress>
      <span>${chargedText} ${authorizedText}</span>
    </p>
    ${tableView(`Charges of payment ${payment.reference}`, columns, captures)}`;
}

/** Renders the explanation of a charge's state, and its number at the gateway. */
function explanationOf({ state, captureNumber, message }: Capture): Html {
  const text =
    state === 'unknown'
      ? 'The gateway’s response was lost. The card may have been charged. The request is never sent again.'
      : message;
  return html`${text !== null && html`<span class="explanation muted">${text}</span>`}
  ${captureNumber !== null && html`<code class="explanation muted">${captureNumber}</code>`}`;
}
