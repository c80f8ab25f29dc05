import {
  described,
  errorSummary,
  type FieldErrors,
  fieldView,
  type Html,
  html,
  ringgit,
} from '@pgw/example-pages';
import { heldOf } from '../standing.ts';
import type { RefundView } from './refund-form.ts';

/** Charges an authorised card, in full or in part. The last charge releases the rest. */
export function captureForm({ inspection, newKey, problem }: RefundView): Html {
  const { reference } = inspection.payment;
  const mine = problem !== undefined && 'capture' in problem && problem.capture.reference === reference;
  const typed = mine ? problem.capture : undefined;
  const errors: FieldErrors = mine ? problem.errors : {};
  const id = `capture-${reference}`;
  const isPart = typed?.how === 'part';
  return html`<details class="panel" ${mine && html`open`}>
    <summary>Charge the card…</summary>
    <form class="form" method="post" action="/office/payments/${reference}/capture" novalidate>
      ${errorSummary({ [id]: errors['amount'] })}
      <input type="hidden" name="key" value="${newKey()}" />
      <div class="choices" role="radiogroup" aria-label="How much">
        <label class="choice"
          ><input type="radio" name="how" value="all" ${!isPart && html`checked`} /> Full amount,
          ${ringgit(heldOf(inspection))}</label
        >
        <label class="choice"
          ><input type="radio" name="how" value="part" ${isPart && html`checked`} /> Part</label
        >
      </div>
      ${fieldView({
        name: id,
        label: 'Amount in RM',
        control: html`<input
          id="${id}"
          name="amount"
          value="${typed?.amount}"
          inputmode="decimal"
          autocomplete="off"
          data-part
          ${described(id, undefined, errors['amount'])}
        />`,
        error: errors['amount'],
        isShort: true,
      })}
      <label class="choice"
        ><input type="checkbox" name="last" value="yes" ${typed?.isLast === true && html`checked`} /> This is
        the last charge: release the rest</label
      >
      <button class="button">Charge</button>
    </form>
  </details>`;
}
