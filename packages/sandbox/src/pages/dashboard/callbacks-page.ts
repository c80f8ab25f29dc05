import type { Gateway } from '../../gateway.ts';
import { html } from '@pgw/protocol/html';
import type { Page } from '../page.ts';
import { renderResendForm } from './operations/resend-form.ts';
import { renderStatusChip } from './status-chip.ts';
import { createDashboardPage } from './dashboard-page.ts';
import { renderLiveTable, type Column } from './table.ts';
import { formatTime } from './time.ts';

const maxCallbacks = 200;

const columns: readonly Column[] = [
  { name: 'Transaction', isHeader: true },
  { name: 'Status sent' },
  { name: 'URL' },
  { name: 'Attempts', isNumber: true },
  { name: 'Last response' },
  { name: 'State' },
];

/** `GET /dashboard/callbacks`: lists the callbacks to merchants, with the last response. */
export function createCallbacksPage(gateway: Gateway, message: string): Page {
  const callbacks = gateway.ledger.callbacks.listNewest(maxCallbacks);
  const rows = callbacks.map(({ id, transactionNumber, status, url, tries, lastResponse, state, dueAt }) => ({
    key: `callback-${id}`,
    cells: [
      html`<a href="/dashboard?open=${transactionNumber}#detail"><code>${transactionNumber}</code></a>`,
      renderStatusChip(status),
      url,
      tries,
      lastResponse ?? 'none yet',
      html`${state === 'waiting' ? `next attempt ${formatTime(dueAt)}` : state.replace('-', ' ')}
      ${renderResendForm(id, {
        count: gateway.ledger.callbacks.listBy({ transactionNumber }).length,
        page: 'callbacks',
      })}`,
    ],
  }));
  return createDashboardPage(gateway, {
    heading: 'Callbacks',
    section: 'callbacks',
    message,
    main: renderLiveTable({
      label: 'Callbacks',
      columns,
      rows,
      emptyText: 'No callbacks yet.',
      newRows: ['new callback', 'new callbacks'],
      total: gateway.ledger.callbacks.count(),
    }),
  });
}
