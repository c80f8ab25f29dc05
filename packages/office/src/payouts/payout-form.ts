import {
  formatMoney,
  renderAriaAttributes,
  renderBreadcrumb,
  renderNotice,
  type FieldErrors,
  type Html,
  type TemplateValue,
  renderField,
} from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base } from '../scope.ts';
import { renderErrorSummary } from '../pages/error-summary.ts';
import type { PayoutBank, PayoutMethod } from '@pgw/server/operator';
import {
  findBank,
  getPayoutLabels,
  payoutMethods,
  type PayoutEntry,
  type PayoutField,
} from './payout-entry.ts';
import { renderFacts } from '../pages/table.ts';

interface PayoutFormView {
  readonly entry: PayoutEntry;
  readonly errors: FieldErrors;
  /** Identifies the form, so that a form that is sent twice makes one payout. */
  readonly key: string;
  /** The banks to choose from. Empty when the list could not be loaded. */
  readonly banks: readonly PayoutBank[];
  /** The balance of the payout wallet, in sen. Undefined when it could not be loaded. */
  readonly balance: number | undefined;
}

/** Renders a text field of the form. `attributes` are attributes of its input element. */
type RenderPayoutField = (name: PayoutField, attributes?: TemplateValue, hint?: string) => Html;

/** Renders the form for a new payout, with the fields of one method. */
export function renderPayoutForm({ entry, errors, key, banks, balance }: PayoutFormView): Html {
  const { form: formError, ...fieldErrors } = errors;
  const { method } = entry;
  const renderPayoutField: RenderPayoutField = (name, attributes, hint) =>
    renderField({
      name,
      label: t(getPayoutLabels(method)[name]),
      hint,
      error: errors[name],
      control: html`<input
        id="${name}"
        name="${name}"
        value="${entry[name]}"
        autocomplete="off"
        ${attributes}
        ${renderAriaAttributes(name, hint, errors[name])}
      />`,
    });
  return html`<div class="narrow-left">
    ${renderBreadcrumb([[`${base()}/payouts`, t('Payouts')]], t('New payout'), t('Breadcrumb'))}
    <h1>New payout</h1>
    ${renderMethodLinks(method)} ${formError !== undefined && renderNotice('danger', formError)}
    ${renderErrorSummary(fieldErrors)}
    <form class="form" method="post" action="${base()}/payouts" novalidate>
      <input type="hidden" name="key" value="${key}" />
      <input type="hidden" name="method" value="${method}" />
      <fieldset class="card">
        <legend>Beneficiary</legend>
        ${renderBeneficiaryFields(method, renderPayoutField, banks)}
        <label class="choice">
          <input type="checkbox" name="isLocal" value="yes" ${entry.isLocal && html`checked`} />
          The beneficiary is Malaysian
        </label>
      </fieldset>
      <fieldset class="card">
        <legend>Amount</legend>
        ${renderPayoutField('amount', html`inputmode="decimal"`, describeBalance(balance))}
        ${renderPayoutField('description', html`maxlength="100"`, t('Optional.'))}
      </fieldset>
      <button class="button">Continue</button>
    </form>
  </div>`;
}

function renderMethodLinks(current: PayoutMethod): Html {
  return html`<nav class="filters" aria-label="Pay out to">
    ${Object.entries(payoutMethods).map(
      ([method, label]) =>
        html`<a
          href="${base()}/payouts/new?method=${method}"
          ${method === current && html`aria-current="page"`}
          >${t(label)}</a
        >`,
    )}
  </nav>`;
}

function renderBeneficiaryFields(
  method: PayoutMethod,
  renderPayoutField: RenderPayoutField,
  banks: readonly PayoutBank[],
): TemplateValue {
  const isBank = method === 'bank';
  return [
    isBank && renderBankField(renderPayoutField, banks),
    renderPayoutField(
      'account',
      method === 'mobileNumber' ? html`inputmode="tel"` : isBank && html`inputmode="numeric"`,
    ),
    renderPayoutField('name', undefined, isBank ? undefined : t('Optional.')),
  ];
}

function renderBankField(renderPayoutField: RenderPayoutField, banks: readonly PayoutBank[]): TemplateValue {
  if (banks.length === 0)
    return renderPayoutField('bank', undefined, t('The bank code. The list of banks could not be loaded.'));
  return [
    renderPayoutField('bank', html`list="banks"`, t('Enter a part of the name, then choose from the list.')),
    html`<datalist id="banks">
      ${banks.map(({ name, code }) => html`<option value="${name}">${code}</option>`)}
    </datalist>`,
  ];
}

function describeBalance(balance: number | undefined): string {
  return balance === undefined
    ? t('The balance of the payout wallet could not be loaded.')
    : t`Balance of the payout wallet: ${formatMoney(balance)}.`;
}

interface ConfirmPayoutView {
  readonly entry: PayoutEntry;
  /** The amount in sen. */
  readonly amount: number;
  readonly banks: readonly PayoutBank[];
  readonly key: string;
  readonly balance: number | undefined;
  /** Why the number of the account looks wrong, by a rule of the shop. It refuses nothing. */
  readonly warning: string | undefined;
  readonly needsApproval: boolean;
}

/** Renders the last step before the payout: the beneficiary, the amount and the remaining balance. */
export function renderPayoutConfirmation(view: ConfirmPayoutView): Html {
  const { entry, amount, banks, key, balance, warning, needsApproval } = view;
  const { method, bank, account, name, description } = entry;
  const labels = getPayoutLabels(method);
  const knownBank = findBank(bank, banks);
  const amountText = formatMoney(amount);
  const exceedsBalance = balance !== undefined && amount > balance;
  // A payout that the gateway will refuse has no filled button.
  const [payClass, changeClass] = exceedsBalance ? ['button quiet', 'button'] : ['button', 'button quiet'];
  return html`<div class="narrow-left">
    ${renderBreadcrumb([[`${base()}/payouts`, t('Payouts')]], t('Confirm'), t('Breadcrumb'))}
    <h1>Pay out ${amountText}?</h1>
    ${warning !== undefined && renderNotice('warning', warning)}
    ${needsApproval && renderNotice('warning', t('Another clerk must approve this payout.'))}
    ${exceedsBalance && renderNotice('warning', t('This is more than the balance of the payout wallet. The gateway will reject it.'))}
    <div class="card">
      ${renderFacts([
        ['To', t(payoutMethods[method])],
        [labels.bank, knownBank === undefined ? bank : `${knownBank.name} (${knownBank.code})`],
        [labels.account, account],
        [labels.name, name],
        [labels.description, description],
        ['Amount', html`<strong>${amountText}</strong>`],
        ['Balance', balance === undefined ? t('Could not be loaded') : formatMoney(balance)],
        ['After the payout', balance !== undefined && !exceedsBalance && formatMoney(balance - amount)],
      ])}
    </div>
    <form class="form" method="post" action="${base()}/payouts">
      <input type="hidden" name="key" value="${key}" />
      ${Object.entries({ ...entry, isLocal: entry.isLocal ? 'yes' : '' }).map(
        ([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`,
      )}
      <p class="muted">
        The money leaves the payout wallet immediately. A payout is never sent twice, even if the gateway’s
        response is lost.
      </p>
      <div class="actions-row">
        <button class="${payClass}" name="step" value="confirmed">Pay out ${amountText}</button>
        <button class="${changeClass}" name="step" value="change">Change</button>
      </div>
    </form>
  </div>`;
}
