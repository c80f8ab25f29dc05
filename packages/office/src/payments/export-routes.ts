import { html, renderBreadcrumb, type Html } from '@pgw/pages';
import { Router, type Request, type Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { sendPage, type Office } from '../context.ts';
import { readDayRange, renderDayRangeForm, type DayRange } from '../pages/day-range.ts';

/** The page that exports what moved money, and its CSV file. */
export function createExportRoutes(office: Office): Router {
  const router = Router();
  router.get('/export', (request, response) => sendForm(response, readDayRange(request.query, office.now())));
  router.get('/export.csv', sendFile(office));
  return router;
}

function sendForm(response: Response, range: DayRange): void {
  const hasErrors = Object.keys(range.errors).length > 0;
  sendPage(response.status(hasErrors ? 422 : 200), {
    title: 'Export',
    section: 'orders',
    main: renderExport(range),
  });
}

function renderExport(range: DayRange): Html {
  return html`${renderBreadcrumb([['/office', 'Orders']], 'Export')}
    <div class="heading"><h1>Export</h1></div>
    <p>
      Payments, captures, refunds, reversals and payouts of these days, as a table for the accountant. Times
      in the file are in UTC.
    </p>
    ${renderDayRangeForm(range, { action: '/office/export.csv', button: 'Download CSV' })}`;
}

function sendFile({ checkout, now }: Office) {
  return async (request: Request, response: Response): Promise<void> => {
    const range = readDayRange(request.query, now());
    if (Object.keys(range.errors).length > 0) return sendForm(response, range);
    const { from, to, fromField, toField } = range;
    // An empty range, for example a day in the future, has no movements.
    const lines = checkout.operator.records.exportCsv({ from, to: Math.max(to, from) + 1 });
    response.attachment(`payments-${fromField}-${toField}.csv`).set('Cache-Control', 'no-store');
    await pipeline(lines, response.type('text/csv'));
  };
}
