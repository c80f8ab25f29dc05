import {
  renderBreadcrumb,
  renderAriaAttributes,
  renderErrorSummary,
  renderField,
  type Html,
  html,
} from '@pgw/pages';
import { calculateTotals, type BagLine } from '../orders/bag.ts';
import {
  deliveryStates,
  type DetailsField,
  type EnteredDetails,
  type FieldError,
} from '../orders/details.ts';
import type { Texts } from '../languages/index.ts';
import { renderSummary } from './summary.ts';

/** The error of each invalid field. */
export type DetailsErrors = Readonly<Partial<Record<DetailsField, FieldError>>>;

interface Field {
  readonly name: Exclude<DetailsField, 'state'>;
  readonly type?: 'email' | 'tel';
  readonly autocomplete: string;
  readonly hint?: keyof Texts['details'] & `${string}Hint`;
  readonly isOptional?: boolean;
  readonly isNarrow?: boolean;
}

const contactFields: readonly Field[] = [
  { name: 'name', autocomplete: 'name' },
  { name: 'email', type: 'email', autocomplete: 'email', hint: 'emailHint' },
  { name: 'phone', type: 'tel', autocomplete: 'tel', hint: 'phoneHint' },
];

const deliveryFields: readonly Field[] = [
  { name: 'address', autocomplete: 'address-line1' },
  { name: 'area', autocomplete: 'address-line2', isOptional: true },
  { name: 'postcode', autocomplete: 'postal-code', isNarrow: true },
  { name: 'city', autocomplete: 'address-level2', isNarrow: true },
];

interface DetailsForm {
  readonly lines: readonly BagLine[];
  readonly entered: EnteredDetails;
  readonly errors?: DetailsErrors;
}

/**
 * Renders the second step of the checkout: the form for the contact and delivery details, with the entered
 * values and the errors.
 */
export function renderDetailsPage(texts: Texts, { lines, entered, errors = {} }: DetailsForm): Html {
  const { details: detailsTexts, summary } = texts;
  const messages = Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, texts.fieldErrors[error]]),
  );
  const errorsOfFields = Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [
      name,
      // The type is safe, because `DetailsErrors` has no other keys.
      texts.errorOfField(detailsTexts[name as DetailsField], texts.fieldErrors[error]),
    ]),
  );
  const renderDetailsField = (field: Field): Html =>
    renderInputField(detailsTexts, field, entered[field.name], messages[field.name]);
  return html`<div class="columns">
    ${renderSummary(texts, { lines, totals: calculateTotals(lines), foot: summary.delivered })}
    <div>
      ${renderBreadcrumb([['/bag', texts.frame.bag]], detailsTexts.step, texts.frame.breadcrumb)}
      <h1>${detailsTexts.heading}</h1>
      <p class="muted sample"><a href="/checkout?sample">${detailsTexts.sample}</a></p>
      ${renderErrorSummary(errorsOfFields, detailsTexts.checkFields)}
      <form method="post" action="/checkout" novalidate class="form">
        <fieldset class="card">
          <legend>${detailsTexts.contact}</legend>
          ${contactFields.map(renderDetailsField)}
        </fieldset>
        <fieldset class="card">
          <legend>${detailsTexts.delivery}</legend>
          ${deliveryFields.map(renderDetailsField)}
          ${renderStateField(texts, entered.state, messages['state'])}
        </fieldset>
        <button class="button wide">${detailsTexts.next}</button>
      </form>
    </div>
  </div>`;
}

function renderInputField(
  detailsTexts: Texts['details'],
  field: Field,
  value: string | undefined,
  error: string | undefined,
): Html {
  const { name, type = 'text', autocomplete, isOptional = false } = field;
  const hint = field.hint && detailsTexts[field.hint];
  const control = html`<input
    id="${name}"
    name="${name}"
    type="${type}"
    autocomplete="${autocomplete}"
    value="${value}"
    ${name === 'postcode' && html`inputmode="numeric"`}
    ${!isOptional && html`required`}
    ${renderAriaAttributes(name, hint, error)}
  />`;
  return renderField({ name, label: detailsTexts[name], control, hint, error, isNarrow: field.isNarrow });
}

function renderStateField(
  { details: detailsTexts, states }: Texts,
  value: string | undefined,
  error: string | undefined,
): Html {
  const control = html`<select
    id="state"
    name="state"
    autocomplete="address-level1"
    required
    ${renderAriaAttributes('state', detailsTexts.stateHint, error)}
  >
    <option value="">${detailsTexts.chooseState}</option>
    ${deliveryStates.map(
      (state) =>
        html`<option value="${state}" ${state === value && html`selected`}>${states[state]}</option>`,
    )}
  </select>`;
  return renderField({
    name: 'state',
    label: detailsTexts.state,
    control,
    hint: detailsTexts.stateHint,
    error,
  });
}
