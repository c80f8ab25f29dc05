import { totalsOf, type BagLine } from '../bag.ts';
import { deliveryStates, type DetailsField, type TypedDetails } from '../details.ts';
import { html, type Html, type Part } from './html.ts';
import { icons } from './icons.ts';
import { breadcrumb } from './layout.ts';
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

function errorSummary(errors: DetailsErrors): Part {
  const wrong = Object.entries(errors);
  if (wrong.length === 0) return undefined;
  return html`<div class="notice danger" role="alert" tabindex="-1" id="errors" data-focus>
    ${icons.alert}
    <div>
      <h2>Check ${wrong.length === 1 ? 'one field' : `${wrong.length} fields`}</h2>
      <ul>
        ${wrong.map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`)}
      </ul>
    </div>
  </div>`;
}

/** The attributes that tie a control to its hint and its error. */
function described(name: string, hint: string | undefined, error: string | undefined): Html {
  const ids = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`].filter(Boolean);
  return html`${error !== undefined && html`aria-invalid="true"`}
  ${ids.length > 0 && html`aria-describedby="${ids.join(' ')}"`}`;
}

function around(
  name: string,
  label: string,
  control: Html,
  hint?: string,
  error?: string,
  isShort = false,
): Html {
  return html`<div class="field ${isShort && 'short'}">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`} ${control}
    ${error !== undefined && html`<p class="error" id="${name}-error">${icons.alert} ${error}</p>`}
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
  return around(name, label, control, hint, error, field.isShort);
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
  return around('state', 'State', control, 'We deliver in Peninsular Malaysia.', error);
}
