import type { Gateway } from '../../gateway.ts';
import { html } from '../html.ts';
import type { Page } from '../page.ts';
import { statusChip } from './chip.ts';
import { dashboardPage } from './frame.ts';
import { timeText } from './time.ts';

const shown = 200;

/** `GET /dashboard/callbacks`: what was sent to merchants, and how they answered. */
export function callbacksPage(gateway: Gateway): Page {
  const callbacks = gateway.ledger.callbacks.list(shown);
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Callbacks">
    <table>
      <thead>
        <tr>
          <th scope="col">Transaction</th>
          <th scope="col">Status sent</th>
          <th scope="col">Address</th>
          <th scope="col" class="number">Tries</th>
          <th scope="col">Last answer</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        ${callbacks.map(
          ({ transactionNumber, status, url, tries, lastAnswer, state, dueAt }) =>
            html`<tr>
              <th scope="row">
                <a href="/dashboard?open=${transactionNumber}#detail"><code>${transactionNumber}</code></a>
              </th>
              <td>${statusChip(status)}</td>
              <td>${url}</td>
              <td class="number">${tries}</td>
              <td>${lastAnswer ?? 'none yet'}</td>
              <td>${state === 'waiting' ? `next try ${timeText(dueAt)}` : state.replace('-', ' ')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
  return dashboardPage(gateway, {
    heading: 'Callbacks',
    section: 'callbacks',
    main: callbacks.length === 0 ? html`<p class="card">No callbacks yet.</p>` : table,
  });
}
