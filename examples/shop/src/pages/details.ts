import { breadcrumb, describedBy, errorSummary, fieldView, type Html, html } from '@pgw/example-pages';
import { totalsOf, type BagLine } from '../bag.ts';
import { deliveryStates, type DetailsField, type FieldError, type TypedDetails } from '../details.ts';
import type { Texts } from '../languages/index.ts';
import { summaryView } from './summary.ts';

export type DetailsErrors = Readonly<Partial<Record<DetailsField, FieldError>>>;

interface Field {
  readonly name: Exclude<DetailsField, 'state'>;
  readonly type?: 'email' | 'tel';
  readonly autocomplete: string;
  readonly hint?: keyof Texts['details'] & `${string}Hint`;
  readonly isOptional?: boolean;
  readonly isShort?: boolean;
}

const contact: readonly Field[] = [
  { name: 'name', autocomplete: 'name' },
  { name: 'email', type: 'email', autocomplete: 'email', hint: 'emailHint' },
  { name: 'phone', type: 'tel', autocomplete: 'tel', hint: 'phoneHint' },
];

const delivery: readonly Field[] = [
  { name: 'address', autocomplete: 'address-line1' },
  { name: 'area', autocomplete: 'address-line2', isOptional: true },
  { name: 'postcode', autocomplete: 'postal-code', isShort: true },
  { name: 'city', autocomplete: 'address-level2', isShort: true },
];

interface DetailsForm {
  readonly lines: readonly BagLine[];
  readonly typed: TypedDetails;
  readonly errors?: DetailsErrors;
}

/** The form of the second step, with what was typed so far and its errors. */
export function detailsPage(texts: Texts, { lines, typed, errors = {} }: DetailsForm): Html {
  const { details: words, summary } = texts;
  const messages = Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, texts.fieldErrors[error]]),
  );
  const field = (of: Field): Html => input(words, of, typed[of.name], messages[of.name]);
  return html`<div class="columns">
    ${summaryView(texts, { lines, totals: totalsOf(lines), foot: summary.delivered })}
    <div>
      ${breadcrumb([['/bag', texts.frame.bag]], words.step, texts.frame.breadcrumb)}
      <h1>${words.heading}</h1>
      <p class="muted sample"><a href="/checkout?sample">${words.sample}</a></p>
      ${errorSummary(messages, words.checkFields)}
      <form method="post" action="/checkout" novalidate class="form">
        <fieldset class="card">
          <legend>${words.contact}</legend>
          ${contact.map(field)}
        </fieldset>
        <fieldset class="card">
          <legend>${words.delivery}</legend>
          ${delivery.map(field)} ${stateField(texts, typed.state, messages['state'])}
        </fieldset>
        <button class="button wide">${words.next}</button>
      </form>
    </div>
  </div>`;
}

function input(
  words: Texts['details'],
  field: Field,
  value: string | undefined,
  error: string | undefined,
): Html {
  const { name, type = 'text', autocomplete, isOptional = false } = field;
  const hint = field.hint && words[field.hint];
  const control = html`<input
    id="${name}"
    name="${name}"
    type="${type}"
    autocomplete="${autocomplete}"
    value="${value}"
    ${name === 'postcode' && html`inputmode="numeric"`}
    ${!isOptional && html`required`}
    ${describedBy(name, hint, error)}
  />`;
  return fieldView({ name, label: words[name], control, hint, error, isShort: field.isShort });
}

function stateField(
  { details: words, states }: Texts,
  value: string | undefined,
  error: string | undefined,
): Html {
  const control = html`<select
    id="state"
    name="state"
    autocomplete="address-level1"
    required
    ${describedBy('state', 'hint', error)}
  >
    <option value="">${words.chooseState}</option>
    ${deliveryStates.map(
      (state) =>
        html`<option value="${state}" ${state === value && html`selected`}>${states[state]}</option>`,
    )}
  </select>`;
  return fieldView({ name: 'state', label: words.state, control, hint: words.stateHint, error });
}
