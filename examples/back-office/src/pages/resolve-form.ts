import {
  describedBy,
  renderErrorSummary,
  type FieldErrors,
  renderField,
  formatSen,
  type Html,
  html,
  icons,
  type TemplateValue,
} from '@pgw/example-pages';
import type { ResolveEntry } from '../resolve-entry.ts';
import { operationNames, type UnknownOutcome } from '../unknown-outcomes.ts';
import type { PaymentFormView } from './payment-form-view.ts';

/** The form for one charge or refund, with the entered values and the errors. */
interface ResolveFormState {
  readonly outcome: UnknownOutcome;
  readonly entry: ResolveEntry | undefined;
  readonly errors: FieldErrors;
}

/** Why the clerk must record the outcome, and the effect of the decision. */
const explanations: Readonly<Record<UnknownOutcome['kind'], string>> = {
  captures:
    'The gateway’s response was lost. First find the charge in the gateway’s own back office. What you record here is final. The card can’t be charged again until the outcome is recorded.',
  refunds:
    'The gateway’s response was lost, and a query to the gateway did not find this refund. First find the refund in the gateway’s own back office. What you record here is final. A refund that failed can be requested again.',
};

/** Renders the form in which a clerk records the outcome of a charge or refund. */
export function renderResolveForm({ inspection, problem }: PaymentFormView, outcome: UnknownOutcome): Html {
  const { reference } = inspection.payment;
  const { kind, key, amount } = outcome;
  const isSubmitted = problem !== undefined && 'resolve' in problem && problem.resolve.key === key;
  const form = isSubmitted
    ? { outcome, entry: problem.resolve, errors: problem.errors }
    : { outcome, entry: undefined, errors: {} };
  const errorsById = Object.fromEntries(
    Object.entries(form.errors).map(([name, message]) => [`${name}-${key}`, message]),
  );
  return html`<details class="panel" ${isSubmitted && html`open`}>
    <summary>Record the outcome of the ${operationNames[kind]} of ${formatSen(amount)}</summary>
    <form class="form" method="post" action="/office/payments/${reference}/${kind}/${key}" novalidate>
      ${renderErrorSummary(errorsById)}
      <p class="muted">${explanations[kind]}</p>
      ${renderDecision(form)} ${renderReason(form)} ${renderConfirmation(form)}
      <button class="button">Record outcome</button>
    </form>
  </details>`;
}

function renderDecision({ outcome, entry, errors }: ResolveFormState): Html {
  // The error summary links to this id. It is the id of the first choice.
  const id = `decision-${outcome.key}`;
  const renderOption = (decision: 'done' | 'refused', label: string): Html =>
    html`<label class="choice"
      ><input
        ${decision === 'done' && html`id="${id}"`}
        type="radio"
        name="decision"
        value="${decision}"
        ${entry?.decision === decision && html`checked`}
        ${describedBy(id, undefined, errors['decision'])}
      />
      ${label}</label
    >`;
  return html`<div class="choices" role="radiogroup" aria-label="Outcome">
    ${renderOption('done', 'It succeeded')} ${renderOption('refused', 'It failed')}
    ${renderError(id, errors['decision'])}
  </div>`;
}

function renderReason({ outcome, entry, errors }: ResolveFormState): Html {
  const name = `reason-${outcome.key}`;
  const error = errors['reason'];
  const hint = 'Where you looked, and what you found. Shown in the timeline.';
  const control = html`<input
    id="${name}"
    name="reason"
    value="${entry?.reason}"
    maxlength="500"
    autocomplete="off"
    ${describedBy(name, hint, error)}
  />`;
  return renderField({ name, label: 'Evidence', control, hint, error });
}

function renderConfirmation({ outcome, entry, errors }: ResolveFormState): Html {
  const id = `sure-${outcome.key}`;
  return html`<div class="choices">
    <label class="choice"
      ><input
        id="${id}"
        type="checkbox"
        name="sure"
        value="yes"
        ${entry?.isConfirmed === true && html`checked`}
        ${describedBy(id, undefined, errors['sure'])}
      />
      I have checked this at the gateway</label
    >
    ${renderError(id, errors['sure'])}
  </div>`;
}

function renderError(name: string, error: string | undefined): TemplateValue {
  return error !== undefined && html`<p class="error" id="${name}-error">${icons.alert} ${error}</p>`;
}
