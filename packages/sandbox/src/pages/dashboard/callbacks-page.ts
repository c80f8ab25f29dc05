import type { Gateway } from '../../gateway.ts';
import { html } from '../html.ts';
import type { Page } from '../page.ts';
import { statusChip } from './chip.ts';
import { dashboardPage } from './frame.ts';
import { tableView, type Column } from './table.ts';
import { timeText } from './time.ts';

const shown = 200;

const columns: readonly Column[] = [
  { name: 'Transaction', isHeader: true },
  { name: 'Status sent' },
  { name: 'Address' },
  { name: 'Attempts', isNumber: true },
  { name: 'Last response' },
  { name: 'State' },
];

/** `GET /dashboard/callbacks`: the callbacks to merchants, with the last response. */
export function callbacksPage(gateway: Gateway): Page {
  const callbacks = gateway.ledger.callbacks.list(shown);
  const rows = callbacks.map(({ transactionNumber, status, url, tries, lastResponse, state, dueAt }) => ({
    cells: [
      html`<a href="/dashboard?open=${transactionNumber}#detail"><code>${transactionNumber}</code></a>`,
      statusChip(status),
      url,
      tries,
      lastResponse ?? 'none yet',
      state === 'waiting' ? `next attempt ${timeText(dueAt)}` : state.replace('-', ' '),
    ],
  }));
  return dashboardPage(gateway, {
    heading: 'Callbacks',
    section: 'callbacks',
    main:
      callbacks.length === 0
        ? html`<p class="card">No callbacks yet.</p>`
        : tableView('Callbacks', columns, rows),
  });
}
