import { StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillPayments } from './fill-payments.ts';
import { openOffice, type OpenOffice } from './open-office.ts';
import { submitRefund } from './submit.ts';

let office: OpenOffice;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await office.close();
});

const pages = [
  '',
  '?view=paid',
  '?view=unpaid',
  '?view=chargeable',
  '?view=refunds',
  '?q=82.50',
  '?q=aisyah',
  '?q=ORDER',
  '/orders/ORDER',
  '/attention',
  '/approvals',
  '/reconcile',
  '/export',
  '/payouts',
];

test('no page needs more statements for 1,000 payments than for 10', async () => {
  const clerk = await office.signIn();
  const payment = await office.createPaidPayment();
  const form = { key: 'refund-0001', how: 'part', amount: '1', reason: 'Torn bag' };
  office.failures.refundHook = true;
  await submitRefund(clerk, payment, form);
  await office.checkout.sweep();
  office.failures.refundHook = false;
  const run = (text: string) => Promise.resolve(office.database.prepare(text).all());
  const texts: string[] = [];
  for (const name of ['all', 'get', 'run'] as const) {
    const execute = StatementSync.prototype[name];
    vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...values) {
      texts.push(this.sourceSQL);
      return Reflect.apply(execute, this, values) as never;
    });
  }
  /** Counts the tables of the payments only: the shop of the example reads its orders one by one. */
  const countStatements = async () => {
    const counts: Record<string, number> = {};
    // The first request of a page may read what a process keeps, and periodic work may run during a request.
    for (const page of [...pages, ...pages, ...pages]) {
      texts.length = 0;
      const { status } = await clerk.get(`/office${page.replace('ORDER', payment.orderId)}`);
      expect([page, status]).toEqual([page, 200]);
      const count = texts.filter((text) => text.includes('pgw_')).length;
      counts[page] = Math.min(counts[page] ?? count, count);
    }
    return counts;
  };
  await fillPayments(run, { reference: payment.reference, count: 9, inReviewEach: 5 });
  const few = await countStatements();
  office.database.exec(`delete from pgw_payments where reference <> '${payment.reference}'`);
  for (const table of ['pgw_notes', 'pgw_operations', 'pgw_hooks'])
    office.database.exec(`delete from ${table} where reference_key like '%-%-%-%'`);
  await fillPayments(run, { reference: payment.reference, count: 999, inReviewEach: 100 });
  expect(await clerk.get('/office')).toMatchObject({ text: expect.stringContaining('Older') });
  const many = await countStatements();
  // The list of a problem may be read in two parts.
  const grown = pages.filter((page) => (many[page] ?? 0) > (few[page] ?? 0) + 1);
  expect(grown.map((page) => [page, few[page], many[page]])).toEqual([]);
  expect(Math.max(...Object.values(few))).toBeLessThan(40);
});
