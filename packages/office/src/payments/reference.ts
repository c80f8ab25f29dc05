import type { Html } from '@pgw/pages';
import { html, t } from '../language/language.ts';

interface Reference {
  /** The reference of the payment, which the shopper and the gateway see too. */
  readonly reference: string;
  /** The number of this attempt to pay the order, from 1. */
  readonly attempt?: number;
}

/**
 * Renders the reference of a payment, the attempt, and a button that copies the reference. A browser without scripts
 * shows no button.
 */
export function renderReference({ reference, attempt }: Reference): Html {
  return html`<span class="reference"
    ><code>${reference}</code>
    ${attempt !== undefined && html`<span class="chip-label neutral">Attempt ${attempt}</span>`}
    <button
      class="link"
      type="button"
      hidden
      data-copy="${reference}"
      data-copied="${t('Copied')}"
      aria-label="Copy the reference ${reference}"
    >
      Copy
    </button></span
  >`;
}
