import {
  renderAriaAttributes,
  type FieldErrors,
  type Html,
  type TemplateValue,
  renderField,
} from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base } from '../scope.ts';
import { renderErrorSummary } from '../pages/error-summary.ts';
import { renderConfirmation } from '../pages/confirmation.ts';
import type { PaymentFormView } from '../payments/payment-form-view.ts';
import { findFailedCalls, findWaitingCalls, listLabels } from './failed-calls.ts';
import { toCallsField } from './skip-entry.ts';

/** Renders which calls of the shop's code have failed, which calls wait for them, and the next step. */
export function renderFailedCalls({ inspection }: Pick<PaymentFormView, 'inspection'>): TemplateValue {
  const failed = findFailedCalls(inspection);
  const waiting = findWaitingCalls(inspection);
  // The page has a text for a failed fulfillment.
  const isKnown = waiting.length === 0 && failed.every(({ key }) => key === 'onPaid');
  if (failed.length === 0 || isKnown) return undefined;
  return html`<p class="problem">
    <span>The shop’s code failed too often for ${listLabels(failed)}.</span>
    ${waiting.length > 0 && html`<span>Waiting for it: ${listLabels(waiting)}.</span>`}
    <span>Fix the cause, then run it again. If it must not run, skip it.</span>
  </p>`;
}

/** Renders the form with which a clerk skips the failed calls of the shop's code. Renders nothing if none has failed. */
export function renderSkipForm({ inspection, problem }: PaymentFormView): TemplateValue {
  const failed = findFailedCalls(inspection);
  if (failed.length === 0) return undefined;
  const { reference } = inspection.payment;
  const isSubmitted = problem !== undefined && 'skip' in problem && problem.skip.reference === reference;
  const entry = isSubmitted ? problem.skip : undefined;
  const errors: FieldErrors = isSubmitted ? problem.errors : {};
  const [reasonId, sureId] = [`skip-reason-${reference}`, `skip-sure-${reference}`];
  const hint = t('Shown in the timeline.');
  const control = html`<input
    id="${reasonId}"
    name="reason"
    value="${entry?.reason}"
    required
    maxlength="500"
    autocomplete="off"
    ${renderAriaAttributes(reasonId, hint, errors['reason'])}
  />`;
  const name = failed.length === 1 ? 'Skip this call' : 'Skip these calls';
  return html`<details class="panel" ${isSubmitted && html`open`}>
    <summary>${t(name)}…</summary>
    <form class="form" method="post" action="${base()}/payments/${reference}/skip" novalidate>
      ${renderErrorSummary({ [reasonId]: errors['reason'], [sureId]: errors['sure'] })}
      <input type="hidden" name="calls" value="${toCallsField(failed)}" />
      <p class="muted">${describeSkip(failed)}</p>
      ${renderField({ name: reasonId, label: t('Reason for skipping'), control, hint, error: errors['reason'] })}
      ${renderConfirmation({
        id: sureId,
        label: 'It was done by hand, or it is not needed',
        isConfirmed: entry?.isConfirmed === true,
        error: errors['sure'],
      })}
      <button class="button">${t(name)}</button>
    </form>
  </details>`;
}

function describeSkip(failed: ReturnType<typeof findFailedCalls>): Html {
  const isFulfillment = failed.some(({ key }) => key === 'onPaid');
  return html`<span
      >The shop’s code does not run for ${listLabels(failed)}, and the calls that wait for it continue.</span
    >
    ${
      isFulfillment
        ? t('The order is not marked as paid. You can still fulfill it afterwards.')
        : t('A skipped call can’t be run afterwards.')
    }`;
}
