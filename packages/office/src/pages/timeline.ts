import type { Html } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import type { Note } from '@pgw/server/operator';
import { renderTime } from './table.ts';

/** The labels of the sources in the timeline. */
const sourceLabels: Readonly<Record<string, string>> = {
  start: 'Checkout',
  callback: 'Callback',
  return: 'Return to the shop',
  status: 'Order page',
  sweep: 'Sweep',
  fulfill: 'Fulfillment',
  refund: 'Refund',
  card: 'Card',
  capture: 'Charge',
  payout: 'Payout',
  operator: 'Back office',
};

/** Renders what happened, oldest first. The texts are those of the checkout, in English. */
export function renderTimeline(timeline: readonly Note[], name: string): Html {
  return html`<ol class="timeline" data-live="${name}">
    ${timeline.map(
      ({ at, source, text }) =>
        html`<li>
          <p>${text}</p>
          <p class="muted">${renderTime(at)} · ${t(sourceLabels[source] ?? source)}</p>
        </li>`,
    )}
  </ol>`;
}
