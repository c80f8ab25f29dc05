import type { Html } from '@pgw/pages';
import { html, renderNoteText, t } from '../language/language.ts';
import type { Inspection, Note } from '@pgw/server/operator';
import { renderTable, renderTime } from './table.ts';

/** The labels of the sources in the timeline. */
const sourceLabels: Readonly<Record<Note['source'], string>> = {
  start: 'Checkout',
  callback: 'Callback',
  return: 'Return to the shop',
  status: 'Order page',
  phone: 'Phone',
  sweep: 'Sweep',
  fulfill: 'Fulfillment',
  refund: 'Refund',
  card: 'Card',
  capture: 'Charge',
  payout: 'Payout',
  operator: 'Back office',
};

/** Renders what happened, oldest first. */
export function renderTimeline(timeline: readonly Note[], name: string): Html {
  return html`<ol class="timeline" data-live="${name}">
    ${timeline.map(
      ({ at, source, kind, text }) =>
        html`<li>
          <p>${renderNoteText({ kind, text })}</p>
          <p class="muted">${renderTime(at)} · ${t(sourceLabels[source])}</p>
        </li>`,
    )}
  </ol>`;
}

/** Renders the callbacks of a payment, oldest first. */
export function renderCallbacks({ callbacks, payment }: Inspection): Html {
  if (callbacks.length === 0)
    return html`<h3>Callbacks</h3>
      <p class="muted">None yet.</p>`;
  return html`<h3>Callbacks</h3>
    ${renderTable(
      t`Callbacks of payment ${payment.reference}`,
      [
        { title: 'Received', isHeader: true, cell: ({ receivedAt }) => renderTime(receivedAt) },
        { title: 'Status', cell: ({ status }) => status },
        { title: 'Signature', cell: ({ signature }) => html`<code>${shorten(signature)}</code>` },
        {
          title: 'Body',
          cell: ({ rawBody }) =>
            html`<details class="raw">
              <summary>Show</summary>
              <pre>${rawBody}</pre>
            </details>`,
        },
      ],
      callbacks,
    )}`;
}

function shorten(signature: string): string {
  return signature.length > 16 ? `${signature.slice(0, 8)}…${signature.slice(-6)}` : signature;
}
