import {
  breadcrumb,
  described,
  errorSummary,
  type FieldErrors,
  fieldView,
  type Html,
  html,
  notice,
} from '@pgw/example-pages';
import { payoutLabels, payoutMethods, type PayoutTyped } from '../payout-form.ts';

interface PayoutFormView {
  readonly typed: PayoutTyped;
  readonly errors: FieldErrors;
  readonly key: string;
}

type Field = keyof typeof payoutLabels;

const hints: Readonly<Partial<Record<Field, string>>> = {
  bankCode: 'As the gateway lists it. For a bank account.',
  name: 'Needed for a bank account.',
  account: 'Of the bank account, the national ID or the business.',
  mobile: 'Needed for a payout to a mobile number.',
  amount: 'In RM, like 120.00.',
};

/** Where to, to whom and how much. */
export function payoutFormMain({ typed, errors, key }: PayoutFormView): Html {
  const { form, ...fields } = errors;
  const field = (name: Field, attributes?: Html, isShort = false): Html =>
    fieldView({
      name,
      label: payoutLabels[name],
      hint: hints[name],
      error: errors[name],
      isShort,
      control: html`<input
        id="${name}"
        name="${name}"
        value="${typed[name]}"
        autocomplete="off"
        ${attributes}
        ${described(name, hints[name], errors[name])}
      />`,
    });
  return html`<div class="narrow-left">
    ${breadcrumb([['/office/payouts', 'Payouts']], 'New payout')}
    <h1>New payout</h1>
    ${form !== undefined && notice('danger', form)} ${errorSummary(fields)}
    <form class="form" method="post" action="/office/payouts" novalidate>
      <input type="hidden" name="key" value="${key}" />
      <fieldset class="card">
        <legend>To</legend>
        ${methods(typed)} ${field('bankCode')} ${field('mobile', html`inputmode="tel"`)} ${field('account')}
        ${field('name')}
        <label class="choice">
          <input type="checkbox" name="isLocal" value="yes" ${typed.isLocal && html`checked`} />
          The beneficiary is Malaysian
        </label>
      </fieldset>
      <fieldset class="card">
        <legend>How much</legend>
        ${field('amount', html`inputmode="decimal"`, true)} ${field('description', html`maxlength="100"`)}
      </fieldset>
      <button class="button">Pay out</button>
      <p class="muted">
        The money leaves the payout wallet at once. A payout is never sent twice, even when its answer is
        lost.
      </p>
    </form>
  </div>`;
}

function methods(typed: PayoutTyped): Html {
  return html`<div class="choices" role="radiogroup" aria-label="By">
    ${Object.entries(payoutMethods).map(
      ([method, label]) =>
        html`<label class="choice">
          <input type="radio" name="method" value="${method}" ${method === typed.method && html`checked`} />
          ${label}
        </label>`,
    )}
  </div>`;
}
