import { renderBreadcrumb, type Html } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base } from '../scope.ts';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Office, OfficeRequest, Route, Reply } from '../context.ts';
import { readDayRange, renderDayRangeForm, type DayRange } from '../pages/day-range.ts';

/** The page that exports what moved money, and its CSV file. */
export const exportRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/export',
    verb: 'view',
    handle: async (office, request) => showForm(readRange(office, request)),
  },
  { method: 'GET', path: '/export.csv', verb: 'view', handle: sendFile },
];

function readRange({ now }: Office, { query }: OfficeRequest): DayRange {
  return readDayRange((name) => query.get(name) ?? '', now);
}

function showForm(range: DayRange): Reply {
  const status = Object.keys(range.errors).length > 0 ? 422 : 200;
  return { title: t('Export'), section: 'export', main: renderExport(range), status };
}

function renderExport(range: DayRange): Html {
  return html`${renderBreadcrumb([[base(), t('Payments')]], t('Export'), t('Breadcrumb'))}
    <div class="heading"><h1>Export</h1></div>
    <p>
      Payments, captures, refunds, reversals and payouts of these days, as a table for the accountant. Times
      in the file are in UTC.
    </p>
    ${renderDayRangeForm(range, { action: `${base()}/export.csv`, button: t('Download CSV') })}`;
}

async function sendFile(office: Office, request: OfficeRequest): Promise<Reply> {
  const range = readRange(office, request);
  if (Object.keys(range.errors).length > 0) return showForm(range);
  const { from, to, fromField, toField } = range;
  // An empty range, for example a day in the future, has no movements.
  const lines = office.operator.records.exportCsv({ from, to: Math.max(to, from) + 1 });
  const body = await text(Readable.from(lines));
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="payments-${fromField}-${toField}.csv"`,
  };
  return { file: { status: 200, headers, body } };
}
