import {
  formatAmount,
  type Html,
  type TemplateValue,
  renderAriaAttributes,
  type FieldErrors,
  renderField,
} from '@pgw/pages';
import { english, html, t } from '../language/language.ts';
import type { Operation } from '@pgw/server';
import type { Inspection } from '@pgw/server/operator';
import { getChargedAmount, calculateRefundableAmount, isRefundPending } from '../payments/payment-state.ts';
import { renderChip, getRefundChip } from '../pages/chip.ts';
import { renderTable, renderTime, type Column } from '../pages/table.ts';
import { base } from '../scope.ts';
import { renderErrorSummary } from '../pages/error-summary.ts';
import { getAmountLabel } from '../payments/amount-field.ts';
import type { PaymentFormView } from '../payments/payment-form-view.ts';

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
