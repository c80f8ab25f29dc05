import type { Inspection } from '@pgw/express';
import { ringgit } from '../../money.ts';
import { described, errorSummary, fieldView, type FieldErrors } from '../../pages/field.ts';
import { html, type Html, type Part } from '../../pages/html.ts';
import { icons } from '../../pages/icons.ts';
import type { RefundView } from './refund-form.ts';

type Capture = Inspection['captures'][number];

/** Asks a person what became of a charge whose answer was lost: the gateway's record does not tell of a part. */
export function resolveCaptureForm({ inspection, trouble }: RefundView, { key, amount }: Capture): Html {
  const { reference } = inspection.payment;
  const mine = trouble !== undefined && 'resolve' in trouble && trouble.resolve.key === key;
  const typed = mine ? trouble.resolve : undefined;
  const errors: FieldErrors = mine ? trouble.errors : {};
  const id = (name: string): string => `${name}-${key}`;
  const option = (decision: 'done' | 'refused', label: string): Html =>
    html`<label class="choice"
      ><input
        ${decision === 'done' && html`id="${id('decision')}"`}
        type="radio"
        name="decision"
        value="${decision}"
        ${typed?.decision === decision && html`checked`}
        ${described(id('decision'), undefined, errors['decision'])}
      />
      ${label}</label
    >`;
  const hint = 'What you looked at, and what it says. Goes to the timeline.';
  return html`<details class="panel" ${mine && html`open`}>
    <summary>What became of the charge of ${ringgit(amount)}?</summary>
    <form class="form" method="post" action="/office/payments/${reference}/captures/${key}" novalidate>
      ${errorSummary({
        [id('decision')]: errors['decision'],
        [id('reason')]: errors['reason'],
        [id('sure')]: errors['sure'],
      })}
      <p class="muted">
        The gateway’s answer was lost. Look for the charge in the gateway’s own back office first: what is
        written here is final, and nothing more is charged of this card before it is known.
      </p>
      <div class="choices" role="radiogroup" aria-label="What became of it">
        ${option('done', 'It went through')} ${option('refused', 'It did not')}
        ${errorOf(id('decision'), errors['decision'])}
      </div>
      ${fieldView({
        name: id('reason'),
        label: 'How you know',
        control: html`<input
          id="${id('reason')}"
          name="reason"
          value="${typed?.reason}"
          maxlength="500"
          autocomplete="off"
          ${described(id('reason'), hint, errors['reason'])}
        />`,
        hint,
        error: errors['reason'],
      })}
      <div class="choices">
        <label class="choice"
          ><input
            id="${id('sure')}"
            type="checkbox"
            name="sure"
            value="yes"
            ${typed?.isSure === true && html`checked`}
            ${described(id('sure'), undefined, errors['sure'])}
          />
          I have looked it up at the gateway</label
        >
        ${errorOf(id('sure'), errors['sure'])}
      </div>
      <button class="button">Write it down</button>
    </form>
  </details>`;
}

function errorOf(name: string, error: string | undefined): Part {
  return error !== undefined && html`<p class="error" id="${name}-error">${icons.alert} ${error}</p>`;
}
