import { html, type Html } from '@pgw/example-pages';

interface Reference {
  readonly orderId: string;
  /** Of the payment: the order and a random part. */
  readonly reference: string;
  /** Which attempt to pay the order this is, from 1. */
  readonly attempt?: number;
}

/** The order number and the attempt; a button copies the whole reference, which is shown where scripts don't run. */
export function referenceView({ orderId, reference, attempt }: Reference): Html {
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
