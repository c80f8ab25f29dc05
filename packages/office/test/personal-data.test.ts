import { expect, it, test } from 'vitest';
import { verbs } from '../src/options.ts';
import { normalizeSpaces } from './normalize-spaces.ts';
import { sendAs } from './send-as.ts';
import { setUpOffice } from './set-up-office.ts';
import { submit, submitRefund } from './submit.ts';

const office = setUpOffice();
const payoutPath = '/office/payouts/canary-payout-1';
const payoutForm = {
  key: 'canary-payout-1',
  method: 'bank',
  step: 'confirmed',
  bank: 'Bank Seri',
  name: 'Canaryholder',
  account: '9988776655',
  description: 'Canary beans',
  amount: '10',
  isLocal: 'yes',
};

/** Every row of the payments in the database of the shop. */
function dump(): string {
  const tables = office.database
    .prepare("select name from sqlite_master where type = 'table' and name like 'pgw_%'")
    .all();
  return JSON.stringify(
    tables.flatMap(({ name }) => office.database.prepare(`select * from "${String(name)}"`).all()),
  );
}

async function payOut(): Promise<void> {
  expect((await office.clerk.post('/office/payouts', payoutForm)).status).toBe(303);
}

async function endPayout(): Promise<void> {
  const [payout] = office.sandbox.listPayouts();
  office.sandbox.decidePayout(payout?.transactionNumber ?? '', 'approve', { callback: 'never' });
  await office.clerk.post(`${payoutPath}/refresh`, {});
}

/** Creates a paid order with a finished refund, whose texts have canaries. */
async function createRefundedOrder(): Promise<{ readonly orderId: string; readonly reference: string }> {
  const payment = await office.createPaidPayment();
  const form = { key: 'canary-refund-1', how: 'part', amount: '1', reason: 'Canary has moved' };
  await submitRefund(office.clerk, payment, form);
  for (const { refundNumber } of office.sandbox.listRefunds()) office.sandbox.decideRefund(refundNumber, 11);
  await office.sandbox.waitForCallbacks();
  await office.checkout.payments.sync(payment.reference);
  await office.checkout.sweep();
  return payment;
}

test('the beneficiary of a payout is shown after a reason, only in that response, with an entry of the clerk', async () => {
  await payOut();
  const page = await office.clerk.get(payoutPath);
  expect(page.text).not.toMatch(/9988776655|Canaryholder/);
  expect(page.text).toContain(`action="${payoutPath}/reveal"`);
  const shown = await office.clerk.post(`${payoutPath}/reveal`, { reason: 'The bank has called' });
  expect(shown.status).toBe(200);
  expect(shown.headers.get('cache-control')).toBe('no-store');
  for (const part of [
    '9988776655',
    'Canaryholder',
    'Aina: The beneficiary was revealed: The bank has called',
  ])
    expect(shown.text).toContain(part);
  expect(shown.text).not.toContain('data-poll');
  const again = await office.clerk.get(payoutPath);
  expect(again.text).not.toMatch(/9988776655|Canaryholder/);
  expect(again.text).toContain('Aina: The beneficiary was revealed: The bank has called');
  expect((await office.clerk.get(`${payoutPath}/reveal`)).status).toBe(404);
});

test('the beneficiary is not shown without a reason, and not of an unknown payout', async () => {
  await payOut();
  const { status, text } = await office.clerk.post(`${payoutPath}/reveal`, { reason: ' ' });
  expect(status).toBe(422);
  expect(text).toContain('a reason is required');
  expect(text).not.toMatch(/9988776655|Canaryholder|was revealed/);
  expect((await office.clerk.post('/office/payouts/another-payout/reveal', { reason: 'x' })).status).toBe(
    404,
  );
});

test('a clerk without the permission copies a payout without its beneficiary, and no page offers to show or erase it', async () => {
  await office.clerk.post('/office/payouts', { ...payoutForm, amount: '999999' });
  const { orderId } = await office.createPaidPayment();
  const clerk = { id: '7', name: 'Ben', may: ['view', 'payout'] as const };
  const send = (method: 'GET' | 'POST', path: string) =>
    sendAs(office.checkout, clerk, { method, path, ...(method === 'POST' && { form: { reason: 'x' } }) });
  const path = payoutPath.replace('/office', '');
  const { text } = await send('GET', path);
  expect(text).toContain('Copy to a new payout');
  expect(text).not.toMatch(/Show the beneficiary|Erase personal data/);
  const copy = await send('POST', `${path}/copy`);
  expect(copy.text).toContain('value="999999.00"');
  expect(copy.text).not.toMatch(/9988776655|Canaryholder/);
  expect((await send('GET', `/orders/${orderId}`)).text).not.toContain('Erase personal data');
  for (const forbidden of [`${path}/reveal`, `${path}/erase`, `/orders/${orderId}/erase`]) {
    const refused = await send('POST', forbidden);
    expect(refused.status).toBe(403);
    expect(refused.text).not.toMatch(/9988776655|Canaryholder/);
  }
});

test('a clerk erases an order and a payout after a question, and no text of them stays in the database', async () => {
  const { orderId, reference } = await createRefundedOrder();
  await payOut();
  await office.clerk.post(`${payoutPath}/reveal`, { reason: 'Canary has called' });
  await endPayout();
  expect(dump()).toContain('Canary');
  for (const [path, name] of [
    [`/office/orders/${orderId}`, `order ${orderId}`],
    [payoutPath, 'payout canary-payout-1'],
  ] as const) {
    expect((await office.clerk.get(path)).text).toContain(`href="${path}/erase"`);
    const question = await office.clerk.get(`${path}/erase`);
    expect(question.text).toContain(`Erase the personal data of ${name}?`);
    const erased = await submit(office.clerk, `${path}/erase`, {});
    expect(erased.location).toBe(path);
    expect(erased.text).toContain('The personal data was erased.');
    expect(erased.text).toContain('Aina: Names, numbers, texts and messages were erased.');
  }
  expect(dump()).not.toMatch(/Canary|9988776655/);
  expect(await office.checkout.payments.get(reference)).toMatchObject({ state: 'paid', amount: 8200 });
});

test('a form that erases an order and is sent twice writes one entry', async () => {
  const { orderId, reference } = await createRefundedOrder();
  const path = `/office/orders/${orderId}/erase`;
  const replies = await Promise.all([1, 2].map(() => office.clerk.post(path, {})));
  expect(replies.map(({ status }) => status)).toEqual([303, 303]);
  expect((await office.clerk.post(path, {})).status).toBe(303);
  const { timeline = [] } = (await office.checkout.operator.payments.inspect(reference)) ?? {};
  expect(timeline.filter(({ kind }) => kind === 'personal-data-erased')).toHaveLength(1);
});

test('an order that is open, undecided or not handled is not erased, and the page says why', async () => {
  const { orderId, reference } = await office.startPayment();
  const path = `/office/orders/${orderId}/erase`;
  const { status, text } = await office.clerk.post(path, {});
  expect(status).toBe(422);
  expect(normalizeSpaces(text)).toContain('Nothing was erased.');
  expect(text).toContain(`payment ${reference} is open`);
  const paid = await office.createFailedFulfillment();
  const dead = await office.clerk.post(`/office/orders/${paid.orderId}/erase`, {});
  expect(dead.text).toContain(`the fulfillment of payment ${paid.reference} is dead`);
  await payOut();
  const payout = await office.clerk.post(`${payoutPath}/erase`, {});
  expect(payout.text).toContain('payout canary-payout-1 is processing');
  for (const unknown of ['/office/orders/A-0/erase', '/office/payouts/another-payout/erase']) {
    expect((await office.clerk.get(unknown)).status).toBe(404);
    expect((await office.clerk.post(unknown, {})).status).toBe(404);
  }
});

test('a payout that another clerk has rejected is erased from the list of approvals, and not before the decision', async () => {
  const send = (name: string, method: 'GET' | 'POST', path: string, form?: Record<string, string>) =>
    sendAs(
      office.checkout,
      { id: name, name, may: verbs },
      { method, path, options: { secondClerkAbove: 500 }, ...(form && { form }) },
    );
  const erasePath = '/payouts/canary-payout-1/erase';
  expect((await send('Aina', 'POST', '/payouts', payoutForm)).status).toBe(303);
  expect((await send('Aina', 'POST', erasePath, {})).text).toContain(
    'the approval canary-payout-1 is waiting',
  );
  await send('Ben', 'POST', '/approvals/canary-payout-1/reject', { reason: 'Canaryholder has called' });
  expect((await send('Aina', 'GET', '/approvals')).text).toContain(`href="/office${erasePath}"`);
  expect((await send('Aina', 'GET', erasePath)).text).toContain('Erase the personal data of payout');
  expect(dump()).toContain('Canaryholder');
  const erased = await send('Aina', 'POST', erasePath, {});
  expect([erased.status, erased.location]).toEqual([303, payoutPath]);
  // The payout was never requested, so it has no page of its own.
  expect((await send('Aina', 'GET', '/payouts/canary-payout-1')).location).toBe('/office/approvals');
  expect(dump()).not.toMatch(/Canary|9988776655/);
});

it.each(['reveal', 'erase', 'copy'])(
  'a forged form that is sent to %s changes and shows nothing',
  async (name) => {
    await payOut();
    await endPayout();
    const before = dump();
    const path = `${payoutPath}/${name}`;
    const forged = [
      [{}, { origin: 'https://evil.example' }],
      [{}, { 'sec-fetch-site': 'cross-site', origin: office.url }],
      [{}, {}],
      [{ token: '' }, { 'sec-fetch-site': 'same-origin', origin: office.url }],
    ] as const;
    for (const [fields, headers] of forged) {
      const { status, text } = await office.clerk.post(path, { reason: 'x', ...fields }, headers);
      expect(status).toBe(403);
      expect(text).not.toMatch(/9988776655|Canaryholder/);
    }
    expect(dump()).toBe(before);
  },
);
