import { html, type Html } from '@pgw/example-pages';

interface Reference {
  readonly orderId: string;
  /** The reference of the payment: the order number and a random part. */
  readonly reference: string;
  /** The number of this attempt to pay the order, from 1. */
  readonly attempt?: number;
}

/**
 * Renders the order number and the attempt. A button copies the whole reference. A browser without scripts
 * shows the reference instead of the button.
 */
export function renderReference({ orderId, reference, attempt }: Reference): Html {
  return html`<span class="reference"
    ><span>${orderId}</span>
    ${attempt !== undefined && html`<span class="chip-label neutral">Attempt ${attempt}</span>`}
    <button
      class="link"
      type="button"
      hidden
      data-copy="${reference}"
      aria-label="Copy the reference ${reference}"
    >
      Copy
    </button>
    <noscript><code>${reference}</code></noscript></span
  >`;
}
