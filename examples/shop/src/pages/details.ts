import { breadcrumb, described, errorSummary, fieldView, type Html, html } from '@pgw/example-pages';
import { totalsOf, type BagLine } from '../bag.ts';
import { deliveryStates, type DetailsField, type TypedDetails } from '../details.ts';
import { summaryView } from './summary.ts';

export type DetailsErrors = Readonly<Partial<Record<DetailsField, string>>>;

interface Field {
  readonly name: DetailsField;
  readonly label: string;
  readonly type?: 'email' | 'tel';
  readonly autocomplete: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly isShort?: boolean;
}

const contact: readonly Field[] = [
  { name: 'name', label: 'Name', autocomplete: 'name' },
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    autocomplete: 'email',
    hint: 'For your receipt and the tracking number.',
  },
  { name: 'phone', label: 'Phone', type: 'tel', autocomplete: 'tel', hint: 'The driver may call.' },
];

const delivery: readonly Field[] = [
  { name: 'address', label: 'Street and house number', autocomplete: 'address-line1' },
  { name: 'area', label: 'Area (optional)', autocomplete: 'address-line2', isOptional: true },
  { name: 'postcode', label: 'Postcode', autocomplete: 'postal-code', isShort: true },
  { name: 'city', label: 'City or town', autocomplete: 'address-level2', isShort: true },
];

/** The form of the second step, with what was typed so far and what is wrong with it. */
export function detailsPage(
  lines: readonly BagLine[],
  typed: TypedDetails,
  errors: DetailsErrors = {},
): Html {
  const field = (of: Field): Html => input(of, typed[of.name], errors[of.name]);
  return html`<div class="columns">
    ${summaryView(lines, totalsOf(lines), 'Delivered in 2–3 days.')}
    <div>
      ${breadcrumb([['/bag', 'Bag']], 'Details')}
      <h1>Checkout</h1>
      <p class="muted sample">
        <a href="/checkout?sample">Fill in sample details</a> to try the shop quickly.
      </p>
      ${errorSummary(errors)}
      <form method="post" action="/checkout" novalidate class="form">
        <fieldset class="card">
          <legend>Contact</legend>
          ${contact.map(field)}
        </fieldset>
        <fieldset class="card">
          <legend>Delivery</legend>
          ${delivery.map(field)} ${stateField(typed.state, errors.state)}
        </fieldset>
        <button class="button wide">Continue to payment</button>
      </form>
    </div>
  </div>`;
}

function input(field: Field, value: string | undefined, error: string | undefined): Html {
  const { name, label, type = 'text', autocomplete, hint, isOptional = false } = field;
  const control = html`<input
    id="${name}"
    name="${name}"
    type="${type}"
    autocomplete="${autocomplete}"
    value="${value}"
    ${name === 'postcode' && html`inputmode="numeric"`}
    ${!isOptional && html`required`}
    ${described(name, hint, error)}
  />`;
  return fieldView({ name, label, control, hint, error, isShort: field.isShort });
}

function stateField(value: string | undefined, error: string | undefined): Html {
  const control = html`<select
    id="state"
    name="state"
    autocomplete="address-level1"
    required
    ${described('state', 'hint', error)}
  >
    <option value="">Choose a state</option>
    ${deliveryStates.map((state) => html`<option ${state === value && html`selected`}>${state}</option>`)}
  </select>`;
  const hint = 'We deliver in Peninsular Malaysia.';
  return fieldView({ name: 'state', label: 'State', control, hint, error });
}
