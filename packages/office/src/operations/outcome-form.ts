import { formatAmount, renderAriaAttributes, type FieldErrors, type Html, renderField } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base } from '../scope.ts';
import { renderErrorSummary } from '../pages/error-summary.ts';
import { renderChoiceError, renderConfirmation } from '../pages/confirmation.ts';
import type { OutcomeEntry } from './outcome-entry.ts';
import { operationNames, type UnconfirmedOperation } from './unconfirmed-operations.ts';
import type { PaymentFormView } from '../payments/payment-form-view.ts';

/** The form for one charge or refund, with the entered values and the errors. */
interface OutcomeForm {
  readonly operation: UnconfirmedOperation;
  readonly entry: OutcomeEntry | undefined;
  readonly errors: FieldErrors;
}

/** Why the clerk must record the outcome, and the effect of the decision. */
const explanations: Readonly<Record<UnconfirmedOperation['kind'], string>> = {
  captures:
    'The gateway’s response was lost. First find the charge in the gateway’s own back office. What you record here is final. The card can’t be charged again until the outcome is recorded.',
  refunds:
    'The gateway’s response was lost, and a query to the gateway did not find this refund. First find the refund in the gateway’s own back office. What you record here is final. A refund that failed can be requested again.',
};

/** Renders the form in which a clerk records the outcome of a charge or refund. */
export function renderOutcomeForm(
  { inspection, problem }: PaymentFormView,
  operation: UnconfirmedOperation,
): Html {
  const { reference } = inspection.payment;
  const { kind, key, amount } = operation;
  const isSubmitted = problem !== undefined && 'outcome' in problem && problem.outcome.key === key;
  const form: OutcomeForm = isSubmitted
    ? { operation, entry: problem.outcome, errors: problem.errors }
    : { operation, entry: undefined, errors: {} };
  const errorsById = Object.fromEntries(
    Object.entries(form.errors).map(([name, message]) => [`${name}-${key}`, message]),
  );
  return html`<details class="panel" ${isSubmitted && html`open`}>
    <summary>
      Record the outcome of the ${t(operationNames[kind])} of
      ${formatAmount({ ...inspection.payment, amount })}
    </summary>
    <form class="form" method="post" action="${base()}/payments/${reference}/${kind}/${key}" novalidate>
      ${renderErrorSummary(errorsById)}
      <p class="muted">${t(explanations[kind])}</p>
      ${renderDecision(form)} ${renderReason(form)}
      ${renderConfirmation({
        id: `sure-${key}`,
        label: 'I have checked this at the gateway',
        isConfirmed: form.entry?.isConfirmed === true,
        error: form.errors['sure'],
      })}
      <button class="button">Record outcome</button>
    </form>
  </details>`;
}

function renderDecision({ operation, entry, errors }: OutcomeForm): Html {
  // The error summary links to this id. It is the id of the first choice.
  const id = `decision-${operation.key}`;
  const renderOption = (decision: 'done' | 'refused', label: string): Html =>
    html`<label class="choice"
      ><input
        ${decision === 'done' && html`id="${id}"`}
        type="radio"
        name="decision"
        value="${decision}"
        ${entry?.decision === decision && html`checked`}
        ${renderAriaAttributes(id, undefined, errors['decision'])}
      />
      ${t(label)}</label
    >`;
  return html`<div class="choices" role="radiogroup" aria-label="Outcome">
    ${renderOption('done', 'It succeeded')} ${renderOption('refused', 'It failed')}
    ${renderChoiceError(id, errors['decision'])}
  </div>`;
}

function renderReason({ operation, entry, errors }: OutcomeForm): Html {
  const name = `reason-${operation.key}`;
  const error = errors['reason'];
  const hint = t('Where you looked, and what you found. Shown in the timeline.');
  const control = html`<input
    id="${name}"
    name="reason"
    value="${entry?.reason}"
    maxlength="500"
    autocomplete="off"
    ${renderAriaAttributes(name, hint, error)}
  />`;
  return renderField({ name, label: t('Evidence'), control, hint, error });
}
