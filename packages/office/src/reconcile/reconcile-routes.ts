import { parseDateTimeField, toDateTimeField } from '@pgw/pages';
import { t } from '../language/language.ts';
import { base } from '../scope.ts';
import { Readable } from 'node:stream';
import { PgwError } from '@pgw/protocol';
import { readSettlementCsv, type Difference } from '@pgw/server/operator';
import type { Office, OfficeRequest, Route, Message, Reply } from '../context.ts';
import { readDayRange, type DayRange } from '../pages/day-range.ts';
import { describeReconciliation } from './reconcile-texts.ts';
import { renderReconcile, type Comparison } from './reconcile-page.ts';

/** Compares the payments with a settlement file, and queries the gateway for the payments of a period. */
export const reconcileRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/reconcile',
    verb: 'view',
    handle: (office, { message }) => showReconcile(office, { message }),
  },
  { method: 'POST', path: '/reconcile/file', verb: 'resolve', handle: compareFile, hasFile: true },
  { method: 'POST', path: '/reconcile', verb: 'resolve', handle: queryGateway },
];

const dayMs = 24 * 60 * 60 * 1000;
/** More differences are counted, and not shown. */
const maxShown = 500;

interface PageOptions {
  readonly message?: Message | undefined;
  readonly since?: string;
  readonly range?: DayRange;
  readonly sinceError?: string;
  readonly fileError?: string;
  readonly comparison?: Comparison;
  readonly status?: number;
}

async function showReconcile({ now }: Office, options: PageOptions): Promise<Reply> {
  const range = options.range ?? readDayRange(() => '', now);
  const main = renderReconcile({ since: toDateTimeField(now - dayMs), ...options, range });
  const hasError = options.fileError !== undefined || options.sinceError !== undefined;
  return {
    title: t('Reconciliation'),
    section: 'reconcile',
    main,
    status: options.status ?? (hasError ? 422 : 200),
  };
}

async function compareFile(office: Office, { form }: OfficeRequest): Promise<Reply> {
  const { operator, options, now } = office;
  const range = readDayRange((name) => form.read(name), now);
  if (Object.keys(range.errors).length > 0)
    return showReconcile(office, { range, fileError: t('Check the days.') });
  const file = await form.readFile('file');
  if (file === undefined)
    return showReconcile(office, { range, fileError: t('Choose the settlement file.') });
  const differences: Difference[] = [];
  let count = 0;
  try {
    const records = readSettlementCsv(Readable.from([file]), options.settlement);
    const compared = operator.records.compare({
      records,
      from: range.from,
      to: Math.max(range.to, range.from) + 1,
    });
    for (;;) {
      const { done, value } = await compared.next();
      if (done === true)
        return showReconcile(office, { range, comparison: { summary: value, differences, count } });
      count += 1;
      if (differences.length < maxShown) differences.push(value);
    }
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    return showReconcile(office, { range, fileError: error.message });
  }
}

async function queryGateway(office: Office, { form }: OfficeRequest): Promise<Reply> {
  const field = form.read('since');
  const since = parseDateTimeField(field);
  if (since === undefined || since > office.now)
    return showReconcile(office, { since: field, sinceError: t('Enter a date and time in the past.') });
  try {
    const { checked, changed, failed, withoutNumber } = await office.operator.payments.reconcile({ since });
    const tone = failed.length + withoutNumber.length === 0 ? 'success' : 'warning';
    const text = describeReconciliation({
      queried: checked,
      changed: changed.length,
      failed: failed.length,
      withoutNumber,
    });
    return { redirect: `${base()}/reconcile`, message: { tone, text } };
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    return showReconcile(office, { since: field, sinceError: error.message, status: 502 });
  }
}
