import {
  describedBy,
  errorSummary,
  type FieldErrors,
  fieldView,
  type Html,
  html,
  icons,
  type Part,
  formatSen,
} from '@pgw/example-pages';
import { operationNames, type UnknownOutcome, type ResolveEntry } from '../resolve-form.ts';
import type { RefundView } from './refund-form.ts';

/** The form for one charge or refund, with the entered values and the errors. */
interface Filled {
  readonly lost: UnknownOutcome;
  readonly entry: ResolveEntry | undefined;
  readonly errors: FieldErrors;
}

/** Explains why a person must decide, and the effect of the decision. */
const reasons: Readonly<Record<UnknownOutcome['of'], string>> = {
  captures:
    'The gateway’s response was lost. Look for the charge in the gateway’s own back office first: what you record here is final. The card can’t be charged again until the outcome is recorded.',
  refunds:
    'The gateway’s response was lost, and its query does not report this refund. Look for it in the gateway’s own back office first: what you record here is final. A refund that failed can be requested again.',
};

/** Records the outcome of a charge or refund whose response was lost. */
export function resolveForm({ inspection, problem }: RefundView, lost: UnknownOutcome): Html {
  const { reference } = inspection.payment;
  const { of, key, amount } = lost;
  const isSubmitted = problem !== undefined && 'resolve' in problem && problem.resolve.key === key;
  const form = isSubmitted
    ? { lost, entry: problem.resolve, errors: problem.errors }
    : { lost, entry: undefined, errors: {} };
  const summary = Object.entries(form.errors).map(([name, message]) => [`${name}-${key}`, message] as const);
  return html`<details class="panel" ${isSubmitted && html`open`}>
    <summary>Record the outcome of the ${operationNames[of]} of ${formatSen(amount)}</summary>
    <form class="form" method="post" action="/office/payments/${reference}/${of}/${key}" novalidate>
      ${errorSummary(Object.fromEntries(summary))}
      <p class="muted">${reasons[of]}</p>
      ${decisionView(form)} ${reasonView(form)} ${confirmationView(form)}
      <button class="button">Record outcome</button>
    </form>
  </details>`;
}

function decisionView({ lost, entry, errors }: Filled): Html {
  const id = `decision-${lost.key}`;
  const option = (decision: 'done' | 'refused', label: string): Html =>
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
    ${option('done', 'It succeeded')} ${option('refused', 'It failed')} ${errorView(id, errors['decision'])}
  </div>`;
}

function reasonView({ lost, entry, errors }: Filled): Html {
  const name = `reason-${lost.key}`;
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
  return fieldView({ name, label: 'Evidence', control, hint, error });
}

function confirmationView({ lost, entry, errors }: Filled): Html {
  const id = `sure-${lost.key}`;
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
    ${errorView(id, errors['sure'])}
  </div>`;
}

function errorView(name: string, error: string | undefined): Part {
  return error !== undefined && html`<p class="error" id="${name}-error">${icons.alert} ${error}</p>`;
}
