import { formatAmount, type Html, type TemplateValue } from '@pgw/pages';
import { english, html, t } from '../language/language.ts';
import type { Operation } from '@pgw/server';
import type { Inspection } from '@pgw/server/operator';
import { getChargedAmount, calculateRefundableAmount } from '../payments/payment-state.ts';
import { renderChip, getRefundChip } from '../pages/chip.ts';
import { renderTable, renderTime, type Column } from '../pages/table.ts';

const columns: readonly Column<Operation>[] = [
  { title: 'Requested', isHeader: true, cell: ({ createdAt }) => renderTime(createdAt) },
  { title: 'Amount', isNumber: true, cell: formatAmount },
  { title: 'Reason', cell: ({ reason }) => reason },
  {
    title: 'State',
    cell: (refund) => html`${renderChip(getRefundChip(refund.state))} ${renderExplanation(refund)}`,
  },
];

/** Renders the refunds of a payment and the amount that can still be refunded. */
export function renderRefunds(inspection: Inspection): TemplateValue {
  const { refunds, payment } = inspection;
  if (refunds.length === 0) return undefined;
  const totalAmount = getChargedAmount(inspection);
  const remainingAmount = calculateRefundableAmount(inspection);
  const refundedAmount = totalAmount - remainingAmount;
  const format = (amount: number): string => formatAmount({ ...payment, amount });
  return html`<h3>Refunds</h3>
    <p class="bar-line">
      <progress max="${totalAmount}" value="${refundedAmount}" aria-hidden="true"></progress>
      <span
        >${format(refundedAmount)} of ${format(totalAmount)} refunded or being refunded.
        ${format(remainingAmount)} left.</span
      >
    </p>
    ${renderTable(t`Refunds of payment ${payment.reference}`, columns, refunds)}`;
}

/** Renders the explanation of a refund's state, and its number at the gateway. */
function renderExplanation({ state, transactionNumber, message }: Operation): Html {
  const explanation = explanations[state];
  const text = explanation === undefined ? message && english(message) : t(explanation);
  return html`${text !== null && text !== '' && html`<span class="explanation muted">${text}</span>`}
  ${transactionNumber !== null && html`<code class="explanation muted">${transactionNumber}</code>`}`;
}

const explanations: Readonly<Partial<Record<Operation['state'], string>>> = {
  requested: 'Waiting for the gateway.',
  unknown:
    'The gateway’s response was lost, so the refund may have been made. The shop queries the gateway until the outcome is known. Don’t refund it again.',
  processing: 'The provider is processing the refund. This page updates automatically.',
  failed: 'The provider could not refund the payment. You still have the money.',
  reversed: 'The provider reversed the refund. You have the money again.',
};
