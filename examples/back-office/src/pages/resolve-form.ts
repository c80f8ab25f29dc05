import {
  described,
  errorSummary,
  type FieldErrors,
  fieldView,
  type Html,
  html,
  icons,
  type Part,
  ringgit,
} from '@pgw/example-pages';
import { lostNames, type Lost, type ResolveTyped } from '../resolve-form.ts';
import type { RefundView } from './refund-form.ts';

/** The form of one charge or refund: what was typed into it, and what is wrong with that. */
interface Filled {
  readonly lost: Lost;
  readonly typed: ResolveTyped | undefined;
  readonly errors: FieldErrors;
}

/** Why a person is asked, and what the answer leads to. */
const reasons: Readonly<Record<Lost['of'], string>> = {
  captures:
    'The gateway’s answer was lost. Look for the charge in the gateway’s own back office first: what is written here is final, and nothing more is charged of this card before it is known.',
  refunds:
    'The gateway’s answer was lost, and when it is asked it does not tell of this refund. Look for it in the gateway’s own back office first: what is written here is final, and a refund that did not go through may be made again.',
};

/** Asks a person what became of a charge or refund whose answer was lost. */
export function resolveForm({ inspection, trouble }: RefundView, lost: Lost): Html {
  const { reference } = inspection.payment;
  const { of, key, amount } = lost;
  const mine = trouble !== undefined && 'resolve' in trouble && trouble.resolve.key === key;
  const form = mine
    ? { lost, typed: trouble.resolve, errors: trouble.errors }
    : { lost, typed: undefined, errors: {} };
  const summary = Object.entries(form.errors).map(([name, message]) => [`${name}-${key}`, message] as const);
  return html`<details class="panel" ${mine && html`open`}>
    <summary>What became of the ${lostNames[of]} of ${ringgit(amount)}?</summary>
    <form class="form" method="post" action="/office/payments/${reference}/${of}/${key}" novalidate>
      ${errorSummary(Object.fromEntries(summary))}
      <p class="muted">${reasons[of]}</p>
      ${decisionView(form)} ${reasonView(form)} ${sureView(form)}
      <button class="button">Write it down</button>
    </form>
  </details>`;
}

function decisionView({ lost, typed, errors }: Filled): Html {
  const id = `decision-${lost.key}`;
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

function reasonView({ lost, typed, errors }: Filled): Html {
  const name = `reason-${lost.key}`;
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

function sureView({ lost, typed, errors }: Filled): Html {
  const id = `sure-${lost.key}`;
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
