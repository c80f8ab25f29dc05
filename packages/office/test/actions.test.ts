import { expect, test } from 'vitest';
import { setUpOffice } from './set-up-office.ts';
import { submitRefund } from './submit.ts';

const office = setUpOffice();

/** The rows of the table "Actions of clerks" of a page, as texts. */
function readActions(page: string): string[] {
  const [, section = ''] = page.split('clerk-actions');
  return [...section.matchAll(/<tr[^>]*>([^]*?)<\/tr>/g)].slice(1).map(([, row = '']) =>
    row
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

test('the page of an order names the clerk of each refund, once for a form that is sent twice', async () => {
  const { reference, orderId } = await office.createPaidPayment();
  const form = { key: 'one-refund-key', how: 'part', amount: '12.50', reason: 'Torn bag' };
  await Promise.all([1, 2].map(() => submitRefund(office.clerk, { reference }, form)));
  const actions = readActions((await office.clerk.get(`/office/orders/${orderId}`)).text);
  expect(actions).toEqual([expect.stringMatching(/Clerk Aina Action Refund of RM 12\.50/)]);
});

test('the page of an order names the clerk who closed a review, and an action that failed', async () => {
  const { reference, orderId } = await office.startPayment();
  office.database.prepare(`UPDATE pgw_payments SET state = 'review' WHERE order_id = ?`).run(orderId);
  const review = (form: Record<string, string>) =>
    office.clerk.post(`/office/payments/${reference}/review`, form);
  await review({ decision: 'paid', reason: 'Compared by hand' });
  await review({ decision: 'canceled', reason: 'Compared again' });
  const actions = readActions((await office.clerk.get(`/office/orders/${orderId}`)).text);
  expect(actions[0]).toMatch(/Clerk Aina Action Review closed: payment accepted/);
  expect(actions[1]).toMatch(/Review closed: not fulfilled Not done, because it failed\./);
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
  const actions = readActions((await office.clerk.get(location)).text);
  expect(actions).toEqual([expect.stringMatching(/Clerk Aina Action Payout requested/)]);
});

test('an action of another clerk has the name of that clerk', async () => {
  const { orderId } = await office.createPaidPayment();
  office.database
    .prepare(`UPDATE back_office_sessions SET data = replace(data, '"Aina"', '"Ben & <b>"')`)
    .run();
  const { payments } = office.checkout;
  const [payment] = await payments.list({ orderId });
  const refund = { key: 'a-refund-key', how: 'all', reason: 'Torn bag' };
  await submitRefund(office.clerk, { reference: payment?.reference ?? '' }, refund);
  expect((await office.clerk.get(`/office/orders/${orderId}`)).text).toContain('Ben &amp; &lt;b&gt;');
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
