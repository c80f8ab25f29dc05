import { formatAmount, renderAriaAttributes, type FieldErrors, type Html, renderField } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base } from '../scope.ts';
import { renderErrorSummary } from '../pages/error-summary.ts';
import type { Inspection } from '@pgw/server/operator';
import { isRefundPending, calculateRefundableAmount } from '../payments/payment-state.ts';
import { getAmountLabel } from '../payments/amount-field.ts';
import type { PaymentFormView } from '../payments/payment-form-view.ts';

/** Renders a disabled button, and the reason why another refund can't be requested now. */
export function renderBlockedRefund({ refunds, payment }: Inspection): Html {
  const pending = refunds.find(isRefundPending);
  const id = `refund-blocked-${payment.reference}`;
  return html`<button class="button quiet" type="button" disabled aria-describedby="${id}">Refund…</button>
    <p class="muted reason-disabled" id="${id}">
      A refund of ${formatAmount({ ...payment, amount: pending?.amount ?? 0 })} is still pending. You can
      refund the rest after its outcome is known.
    </p>`;
}

/** Renders the form that requests a refund, in full or in part. `isSecond`: it is the refund that the order needs. */
export function renderRefundForm(view: PaymentFormView, isSecond: boolean): Html {
  const { inspection, createKey, problem } = view;
  const { payment } = inspection;
  const { reference, fee } = payment;
  const isSubmitted = problem !== undefined && 'refund' in problem && problem.refund.reference === reference;
  const entry = isSubmitted ? problem.refund : undefined;
  const errors: FieldErrors = isSubmitted ? problem.errors : {};
  const maxAmount = formatAmount({ ...payment, amount: calculateRefundableAmount(inspection) });
  const getId = (name: string): string => `${name}-${reference}`;
  const renderInput = (name: 'amount' | 'reason', attributes: Html, hint?: string): Html =>
    html`<input
      id="${getId(name)}"
      name="${name}"
      value="${entry?.[name]}"
      ${attributes}
      ${renderAriaAttributes(getId(name), hint, errors[name])}
    />`;
  const isPartial = entry?.isPartial === true;
  const hint = t('Sent to the gateway. The customer may see it.');
  return html`<details class="${isSecond ? 'panel leading' : 'panel'}" ${isSubmitted && html`open`}>
    <summary>Refund…</summary>
    <form class="form" method="post" action="${base()}/payments/${reference}/refund" novalidate>
      ${renderErrorSummary({ [getId('amount')]: errors['amount'], [getId('reason')]: errors['reason'] })}
      <input type="hidden" name="key" value="${createKey()}" />
      <div class="choices" role="radiogroup" aria-label="How much">
        <label class="choice"
          ><input type="radio" name="how" value="all" ${!isPartial && html`checked`} /> Full amount,
          ${maxAmount}</label
        >
        <label class="choice"
          ><input type="radio" name="how" value="part" ${isPartial && html`checked`} /> Part</label
        >
      </div>
      ${fee > 0 && html`<p class="muted">The fee of ${formatAmount({ ...payment, amount: fee })} is not refunded.</p>`}
      ${renderField({
        name: getId('amount'),
        label: getAmountLabel(payment),
        control: renderInput('amount', html`inputmode="decimal" autocomplete="off" data-partial-amount`),
        error: errors['amount'],
      })}
      ${renderField({
        name: getId('reason'),
        label: t('Reason'),
        control: renderInput('reason', html`maxlength="100" autocomplete="off"`, hint),
        hint,
        error: errors['reason'],
      })}
      <button class="button">Continue</button>
    </form>
  </details>`;
}
