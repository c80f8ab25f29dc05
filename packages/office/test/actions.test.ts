import { expect, test } from 'vitest';
import { setUpOffice } from './set-up-office.ts';
import { submitRefund } from './submit.ts';

const office = setUpOffice();

/** The entries of the timeline of a page that begin with the name of a clerk. */
function readActions(page: string): string[] {
  return [...page.matchAll(/<li>\s*<p>([^<]*)<\/p>/g)]
    .map(([, text = '']) => text)
    .filter((text) => /^(Aina|Ben)/.test(text));
}

test('the timeline names the clerk of a refund, once for a form that is sent twice', async () => {
  const { reference, orderId } = await office.createPaidPayment();
  const form = { key: 'one-refund-key', how: 'part', amount: '12.50', reason: 'Torn bag' };
  await Promise.all([1, 2].map(() => submitRefund(office.clerk, { reference }, form)));
  const actions = readActions((await office.clerk.get(`/office/orders/${orderId}`)).text);
  expect(actions).toEqual(['Aina: A refund of MYR 12.50 is requested: Torn bag']);
});

test('the timeline names the clerk who closed a review', async () => {
  const { reference, orderId } = await office.startPayment();
  office.database.prepare(`UPDATE pgw_payments SET state = 'review' WHERE order_id = ?`).run(orderId);
  const form = { decision: 'paid', reason: 'Compared by hand' };
  await office.clerk.post(`/office/payments/${reference}/review`, form);
  const actions = readActions((await office.clerk.get(`/office/orders/${orderId}`)).text);
  expect(actions).toEqual(['Aina: The review ended as paid: Compared by hand']);
});

test('the page of a payout names its clerk', async () => {
  const form = {
    method: 'bank',
    bank: 'Bank Seri',
    name: 'Kedai Biji',
    account: '1234567890',
    amount: '10',
    isLocal: 'yes',
    step: 'confirmed',
    key: 'one-payout-key',
  };
  const { location, text } = await office.clerk.post('/office/payouts', form);
  expect(location, text).toMatch(/^\/office\/payouts\/one-payout-key$/);
  expect(readActions((await office.clerk.get(location)).text)).toEqual([expect.stringMatching(/^Aina: /)]);
});

test('a message about an action is shown once, only on its page and only in the session of the clerk', async () => {
  const { reference, orderId } = await office.startPayment();
  const other = await office.signIn();
  const path = `/office/orders/${orderId}`;
  await office.clerk.post(`/office/payments/${reference}/sync`, {});
  const hasMessage = async (visitor: typeof other, page: string): Promise<boolean> =>
    (await visitor.get(page)).text.includes('The status was refreshed.');
  expect(await hasMessage(other, path)).toBe(false);
  expect(await hasMessage(office.clerk, '/office/attention')).toBe(false);
  expect(await hasMessage(office.clerk, path)).toBe(true);
  expect(await hasMessage(office.clerk, path)).toBe(false);
});

test.each([
  ['/attention?problem=Call%20the%20number', 'Call the number'],
  ['/attention?queried=1&changed=1&failed=0', 'Queried 1 payment'],
  ['/orders/ORDER?did=resolved', 'The review is closed.'],
])('a link to %s shows no message', async (path, text) => {
  const { orderId } = await office.startPayment();
  const page = await office.clerk.get(`/office${path.replace('ORDER', orderId)}`);
  expect(page.status).toBe(200);
  expect(page.text).not.toContain(text);
});
