import { html, icons, type Html } from '@pgw/pages';
import { maxIssuedNumberLength } from '@pgw/protocol/internal';
import type { ActivityOf } from '../../activity/activity-row.ts';
import type { Gateway } from '../../gateway.ts';
import { parseRowId, readQueryParameter } from '../fields.ts';
import type { Page } from '../page.ts';
import { createDashboardPage, currentPageAttribute } from './dashboard-page.ts';
import { renderExchange } from './activity/exchange-view.ts';
import { renderDetailSection } from './detail/detail-section.ts';
import { renderMissingRecord } from './detail/missing-record.ts';
import { renderLiveTable } from './table.ts';
import { renderExactTime, renderTime } from './time.ts';

const maxRequests = 100;
const allRequests = { url: '/dashboard/requests', label: 'All requests' } as const;

/** `GET /dashboard/requests`: lists the requests of shops, also the refused ones, and shows one as it was sent. */
export function createRequestsPage(gateway: Gateway, incoming: { readonly url: string }): Page {
  const shownNumber = readQueryParameter(incoming, 'open').slice(0, maxIssuedNumberLength);
  const openId = parseRowId(shownNumber);
  const requests = gateway.activity.list({ kind: 'request', limit: maxRequests }).toReversed();
  return createDashboardPage(gateway, {
    heading: 'Requests',
    section: 'requests',
    main: renderLiveTable({
      label: 'Requests',
      noun: ['request', 'requests'],
      items: requests,
      key: ({ id }) => `request-${id}`,
      isOpen: ({ id }) => id === openId,
      columns: [
        { title: 'Time', cell: ({ at }) => renderTime(at) },
        {
          title: 'Endpoint',
          isHeader: true,
          cell: ({ id, data }) =>
            html`<a
              href="/dashboard/requests?open=${id}#detail"
              ${id === openId ? currentPageAttribute : undefined}
              >${data.endpoint}</a
            >`,
        },
        {
          title: 'Response',
          cell: ({ data: { response } }) =>
            response === null ? 'connection closed' : `HTTP ${response.status}`,
        },
        { title: 'Signature', cell: renderVerdict },
        {
          title: 'Transaction',
          cell: ({ subject }) =>
            subject === null
              ? ''
              : html`<a href="/dashboard?open=${subject}#detail"><code>${subject}</code></a>`,
        },
      ],
      total: gateway.activity.count('request'),
      emptyText: 'No requests yet. Send one from your shop, or run “npx @pgw/cli doctor”.',
    }),
    detail: shownNumber === '' ? undefined : renderDetail(gateway, shownNumber),
  });
}

function renderVerdict({ data: { signature } }: ActivityOf<'request'>): Html | string {
  if (signature === null) return 'not checked';
  const text = signature.received === null ? 'missing' : 'does not match';
  return signature.isValid
    ? html`<span class="callback callback-delivered">${icons.tick} matches</span>`
    : html`<span class="callback callback-given-up">${icons.cross} ${text}</span>`;
}

function renderDetail(gateway: Gateway, shownNumber: string): Html {
  const id = parseRowId(shownNumber);
  const request = id === undefined ? undefined : gateway.activity.find(id);
  if (request?.kind !== 'request')
    return renderMissingRecord(gateway, { kind: 'request', number: shownNumber, list: allRequests });
  return renderDetailSection(
    allRequests,
    html`<h2 id="detail-heading">${request.data.endpoint}</h2>
      <p class="muted">${renderExactTime(request.at)}</p>
      ${renderExchange(request)}`,
  );
}
