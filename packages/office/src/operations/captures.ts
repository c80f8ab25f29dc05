import {
  formatAmount,
  type Html,
  type TemplateValue,
  renderAriaAttributes,
  type FieldErrors,
  renderField,
} from '@pgw/pages';
import { english, html, t } from '../language/language.ts';
import type { Inspection } from '@pgw/server/operator';
import { calculateChargeableAmount, isCaptureUndecided } from '../payments/payment-state.ts';
import { getCaptureChip, renderChip } from '../pages/chip.ts';
import { renderTable, renderTime, type Column } from '../pages/table.ts';
import { base } from '../scope.ts';
import { renderErrorSummary } from '../pages/error-summary.ts';
import { getAmountLabel } from '../payments/amount-field.ts';
import type { PaymentFormView } from '../payments/payment-form-view.ts';

type Capture = Inspection['captures'][number];

const columns: readonly Column<Capture>[] = [
  { title: 'Requested', isHeader: true, cell: ({ createdAt }) => renderTime(createdAt) },
  { title: 'Amount', isNumber: true, cell: formatAmount },
  { title: 'Part', cell: ({ isLast }) => t(isLast ? 'Last' : 'More may follow') },
  {
    title: 'State',
    cell: (capture) => html`${renderChip(getCaptureChip(capture.state))} ${renderExplanation(capture)}`,
  },
];

/** Renders the charges of an authorized card and the amount that is still authorized. */
export function renderCaptures(inspection: Inspection): TemplateValue {
  const { captures, payment } = inspection;
  if (captures.length === 0) return undefined;
  const undecidedAmount = captures.filter(isCaptureUndecided).reduce((sum, { amount }) => sum + amount, 0);
  // `capturedAmount` includes charges without an outcome, so that the sum of all charges stays in the limit.
  const chargedAmount = (payment.capturedAmount ?? 0) - undecidedAmount;
  const format = (amount: number): string => formatAmount({ ...payment, amount });
  const chargedText =
    undecidedAmount > 0
      ? t`${format(chargedAmount)} of ${format(payment.amount)} charged, ${format(undecidedAmount)} may have been charged.`
      : t`${format(chargedAmount)} of ${format(payment.amount)} charged.`;
  const authorizedText =
    payment.state === 'authorized'
      ? t`${format(calculateChargeableAmount(inspection))} still authorized.`
      : t('Nothing is authorized any more.');
  return html`<h3>Charged</h3>
    <p class="bar-line">
      <progress max="${payment.amount}" value="${chargedAmount}" aria-hidden="true"></progress>
      <span>${chargedText} ${authorizedText}</span>
    </p>
    ${renderTable(t`Charges of payment ${payment.reference}`, columns, captures)}`;
}

/** Renders the explanation of a charge's state, and its number at the gateway. */
function renderExplanation({ state, transactionNumber, message }: Capture): Html {
  const text =
    state === 'unknown'
      ? t('The gateway’s response was lost. The card may have been charged. The request is never sent again.')
      : message && english(message);
  return html`${text !== null && text !== '' && html`<span class="explanation muted">${text}</span>`}
  ${transactionNumber !== null && html`<code class="explanation muted">${transactionNumber}</code>`}`;
}

/**
 * Renders the form that charges an authorized card, in full or in part. After the last charge, the bank
 * releases the rest.
 */
export function renderCaptureForm({ inspection, createKey, problem }: PaymentFormView): Html {
  const { payment } = inspection;
  const { reference } = payment;
  const isSubmitted =
    problem !== undefined && 'capture' in problem && problem.capture.reference === reference;
  const entry = isSubmitted ? problem.capture : undefined;
  const errors: FieldErrors = isSubmitted ? problem.errors : {};
  const id = `capture-${reference}`;
  const isPartial = entry?.isPartial === true;
  return html`<details class="panel" ${isSubmitted && html`open`}>
    <summary>Charge the card…</summary>
    <form class="form" method="post" action="${base()}/payments/${reference}/capture" novalidate>
      ${renderErrorSummary({ [id]: errors['amount'] })}
      <input type="hidden" name="key" value="${createKey()}" />
      <div class="choices" role="radiogroup" aria-label="How much">
        <label class="choice"
          ><input type="radio" name="how" value="all" ${!isPartial && html`checked`} /> Full amount,
          ${formatAmount({ ...payment, amount: calculateChargeableAmount(inspection) })}</label
        >
        <label class="choice"
          ><input type="radio" name="how" value="part" ${isPartial && html`checked`} /> Part</label
        >
      </div>
      ${renderField({
        name: id,
        label: getAmountLabel(payment),
        control: html`<input
          id="${id}"
          name="amount"
          value="${entry?.amount}"
          inputmode="decimal"
          autocomplete="off"
          data-partial-amount
          ${renderAriaAttributes(id, undefined, errors['amount'])}
        />`,
        error: errors['amount'],
      })}
      <label class="choice"
        ><input type="checkbox" name="last" value="yes" ${entry?.isLast === true && html`checked`} /> This is
        the last charge: release the rest</label
      >
      <button class="button">Charge</button>
    </form>
  </details>`;
}
