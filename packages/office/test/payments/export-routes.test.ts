import { expect, test } from 'vitest';
import { setUpOffice } from '../set-up-office.ts';

const office = setUpOffice();

test('the list of orders leads to the export, whose file has each movement of the days', async () => {
  const payment = await office.createPaidPayment();
  expect((await office.clerk.get('/office')).text).toContain('href="/office/export"');
  const page = await office.clerk.get('/office/export');
  expect(page.text).toContain('Download CSV');
  const file = await office.clerk.get('/office/export.csv');
  const [titles, line = ''] = file.text.split('\n');
  expect(titles).toMatch(/^Date,Kind,OrderId/);
  expect(line).toContain(`,payment,${payment.orderId},${payment.reference},`);
});

test('wrong days show an error at their field, and no file', async () => {
  const { status, text } = await office.clerk.get('/office/export.csv?from=2026-02-02&to=2026-02-01');
  expect([status, text.includes('Enter a date after the first one.')]).toEqual([422, true]);
  expect((await office.clerk.get('/office/export.csv?from=<b>')).text).toContain('Enter a date.');
  const future = await office.clerk.get('/office/export.csv?from=2030-01-01&to=2030-01-02');
  expect(future.text.trim().split('\n')).toHaveLength(1);
});
