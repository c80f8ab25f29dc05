import {
  described,
  errorSummary,
  type FieldErrors,
  fieldView,
  type Html,
  html,
  ringgit,
} from '@pgw/example-pages';
import type { Inspection } from '@pgw/express';
import { remainsOf } from '../standing.ts';
import type { Trouble } from '../refund-form.ts';

export interface RefundView {
  readonly inspection: Inspection;
  readonly newKey: () => string;
  readonly now: number;
  readonly trouble?: Trouble;
}

/** Money back, in full or in part. */
export function refundForm({ inspection, newKey, trouble }: RefundView): Html {
  const { reference } = inspection.payment;
  const mine = trouble !== undefined && 'typed' in trouble && trouble.typed.reference === reference;
  const typed = mine ? trouble.typed : undefined;
  const errors: FieldErrors = mine ? trouble.errors : {};
  const remains = ringgit(remainsOf(inspection));
  const id = (name: string): string => `${name}-${reference}`;
  const input = (name: 'amount' | 'reason', attributes: Html, hint?: string): Html =>
    html`<input
      id="${id(name)}"
      name="${name}"
      value="${typed?.[name]}"
      ${attributes}
      ${described(id(name), hint, errors[name])}
    />`;
  const isPart = typed?.how === 'part';
  const hint = 'The gateway gets it too. The customer may see it.';
  return html`<details class="panel" ${mine && html`open`}>
    <summary>Refund…</summary>
    <form class="form" method="post" action="/office/payments/${reference}/refund" novalidate>
      ${errorSummary({ [id('amount')]: errors['amount'], [id('reason')]: errors['reason'] })}
      <input type="hidden" name="key" value="${newKey()}" />
      <div class="choices" role="radiogroup" aria-label="How much">
        <label class="choice"
          ><input type="radio" name="how" value="all" ${!isPart && html`checked`} /> All that remains,
          ${remains}</label
        >
        <label class="choice"
          ><input type="radio" name="how" value="part" ${isPart && html`checked`} /> A part of it</label
        >
      </div>
      ${fieldView({
        name: id('amount'),
        label: 'Amount in RM, for a part',
        control: input('amount', html`inputmode="decimal" autocomplete="off" data-part`),
        error: errors['amount'],
        isShort: true,
      })}
      ${fieldView({
        name: id('reason'),
        label: 'Reason',
        control: input('reason', html`maxlength="100" autocomplete="off"`, hint),
        hint,
        error: errors['reason'],
      })}
      <button class="button">Refund</button>
    </form>
  </details>`;
}
