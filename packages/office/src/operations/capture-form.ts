import { formatAmount, renderAriaAttributes, type FieldErrors, type Html, renderField } from '@pgw/pages';
import { html } from '../language/language.ts';
import { base } from '../scope.ts';
import { renderErrorSummary } from '../pages/error-summary.ts';
import { calculateChargeableAmount } from '../payments/payment-state.ts';
import { getAmountLabel } from '../payments/amount-field.ts';
import type { PaymentFormView } from '../payments/payment-form-view.ts';

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
