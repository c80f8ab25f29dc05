import type { Inspection } from '@pgw/express';
import { ringgit } from '../../money.ts';
import { described, errorSummary, fieldView, type FieldErrors } from '../../pages/field.ts';
import { html, type Html, type Part } from '../../pages/html.ts';
import { icons } from '../../pages/icons.ts';
import type { ResolveTyped } from '../resolve-capture-form.ts';
import type { RefundView } from './refund-form.ts';

type Capture = Inspection['captures'][number];

/** The form of one charge: what was typed into it, and what is wrong with that. */
interface Filled {
  readonly capture: Capture;
  readonly typed: ResolveTyped | undefined;
  readonly errors: FieldErrors;
}

/** Asks a person what became of a charge whose answer was lost: the gateway's record does not tell of a part. */
export function resolveCaptureForm({ inspection, trouble }: RefundView, capture: Capture): Html {
  const { reference } = inspection.payment;
  const { key, amount } = capture;
  const mine = trouble !== undefined && 'resolve' in trouble && trouble.resolve.key === key;
  const form = mine
    ? { capture, typed: trouble.resolve, errors: trouble.errors }
    : { capture, typed: undefined, errors: {} };
  const summary = Object.entries(form.errors).map(([name, message]) => [`${name}-${key}`, message] as const);
  return html`<details class="panel" ${mine && html`open`}>
    <summary>What became of the charge of ${ringgit(amount)}?</summary>
    <form class="form" method="post" action="/office/payments/${reference}/captures/${key}" novalidate>
      ${errorSummary(Object.fromEntries(summary))}
      <p class="muted">
        The gateway’s answer was lost. Look for the charge in the gateway’s own back office first: what is
        written here is final, and nothing more is charged of this card before it is known.
      </p>
      ${decisionView(form)} ${reasonView(form)} ${sureView(form)}
      <button class="button">Write it down</button>
    </form>
  </details>`;
}

function decisionView({ capture, typed, errors }: Filled): Html {
  const id = `decision-${capture.key}`;
  const option = (decision: 'done' | 'refused', label: string): Html =>
    html`<label class="choice"
      ><input
        ${decision === 'done' && html`id="${id}"`}
        type="radio"
        name="decision"
        value="${decision}"
        ${typed?.decision === decision && html`checked`}
        ${described(id, undefined, errors['decision'])}
      />
      ${label}</label
    >`;
  return html`<div class="choices" role="radiogroup" aria-label="What became of it">
    ${option('done', 'It went through')} ${option('refused', 'It did not')}
    ${errorView(id, errors['decision'])}
  </div>`;
}

function reasonView({ capture, typed, errors }: Filled): Html {
  const name = `reason-${capture.key}`;
  const error = errors['reason'];
  const hint = 'What you looked at, and what it says. Goes to the timeline.';
  const control = html`<input
    id="${name}"
    name="reason"
    value="${typed?.reason}"
    maxlength="500"
    autocomplete="off"
    ${described(name, hint, error)}
  />`;
  return fieldView({ name, label: 'How you know', control, hint, error });
}

function sureView({ capture, typed, errors }: Filled): Html {
  const id = `sure-${capture.key}`;
  return html`<div class="choices">
    <label class="choice"
      ><input
        id="${id}"
        type="checkbox"
        name="sure"
        value="yes"
        ${typed?.isSure === true && html`checked`}
        ${described(id, undefined, errors['sure'])}
      />
      I have looked it up at the gateway</label
    >
    ${errorView(id, errors['sure'])}
  </div>`;
}

function errorView(name: string, error: string | undefined): Part {
  return error !== undefined && html`<p class="error" id="${name}-error">${icons.alert} ${error}</p>`;
}
