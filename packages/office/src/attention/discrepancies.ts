import type { Html } from '@pgw/pages';
import { english, html } from '../language/language.ts';
import { base } from '../scope.ts';
import type { ListedDiscrepancy } from '@pgw/server/operator';

/** A difference between the shop and the gateway, with the order of its payment. */
export interface DiscrepancyOfOrder {
  readonly discrepancy: ListedDiscrepancy;
  /** Undefined when the shop has no such payment. */
  readonly orderId: string | undefined;
}

/** Renders what differs, a link to the payment, and the form that accepts the difference. */
export function renderDiscrepancy({ discrepancy, orderId }: DiscrepancyOfOrder): Html {
  const { reference, code, message } = discrepancy;
  const id = `accept-${code}-${reference}`;
  return html`${english(message)}
    ${orderId !== undefined && html`<a href="${base()}/orders/${encodeURIComponent(orderId)}#${reference}">Open the payment</a>`}
    <details class="panel">
      <summary>Accept the difference</summary>
      <form class="form" method="post" action="${base()}/attention/accept">
        <input type="hidden" name="reference" value="${reference}" />
        <input type="hidden" name="code" value="${code}" />
        <div class="field">
          <label for="${id}">What you found at the gateway</label>
          <input id="${id}" name="reason" required maxlength="500" />
        </div>
        <button class="button quiet">Accept</button>
      </form>
    </details>`;
}
