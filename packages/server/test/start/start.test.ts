import type { StorefrontProblem } from '@pgw/protocol';
import { afterEach, expect, it } from 'vitest';
import { memoryStore } from '../../src/stores/memory.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';
import { createLossyConnection } from '../lossy-connection.ts';
import { openShop, sentuh, type Shop } from '../shop.ts';

const points = 13;
let shop: Shop;
afterEach(() => shop.close());

it('concurrent starts from ten tabs make one payment, and every tab is redirected to it', async () => {
  shop = await openShop();
  const payments = await Promise.all(Array.from({ length: 10 }, () => shop.startPayment()));
  expect(new Set(payments.map(({ reference }) => reference)).size).toBe(1);
  expect(shop.sandbox.listPayments()).toHaveLength(1);
});

it.each([
  ['returns the open payment of a start that ended after it has read the payments', undefined, 201],
  ['is refused if the order was paid after it has read the payments', 'approve', 409],
] as const)('a start %s', async (_case, outcome, status) => {
  const store = memoryStore();
  let delay: Promise<void> | undefined;
  const isReading = Promise.withResolvers<void>();
  shop = await openShop({
    store: {
      ...store,
      search: async (kind, filter) => {
        const found = await store.search(kind, filter);
        if (kind !== 'payments') return found;
        const currentDelay = delay;
        delay = undefined;
        if (currentDelay !== undefined) isReading.resolve();
        await currentDelay;
        return found;
      },
    },
  });
  const continued = Promise.withResolvers<void>();
  delay = continued.promise;
  const slowStart = shop.start();
  await isReading.promise;
  const first = await shop.startPayment();
  if (outcome !== undefined) {
    shop.sandbox.decide(first.transactionNumber, outcome, { callback: 'never' });
    await shop.checkout.payments.sync(first.reference);
  }
  continued.resolve();
  expect((await slowStart).status).toBe(status);
  expect(shop.sandbox.listPayments()).toHaveLength(1);
  expect(await shop.checkout.payments.list({ orderId: 'A1' })).toHaveLength(1);
});

it('concurrent starts from two tabs for two channels make two payments', async () => {
  shop = await openShop();
  const [first, second] = await Promise.all([shop.startPayment(), shop.startPayment({ channelId: sentuh })]);
  expect(first.reference).not.toBe(second.reference);
});

it('a repeated start after HTTP 500 of the gateway requests the same reference again', async () => {
  shop = await openShop();
  shop.sandbox.scenario('response-500', { endpoint: 'requestPayment', times: 1 });
  const lostStart = (await (await shop.start({ attempt: 'one-click' })).json()) as StorefrontProblem;
  expect(lostStart.code).toBe('outcome-unknown');
  const repeated = await shop.startPayment({ attempt: 'one-click' });
  expect(repeated.reference).toBe(lostStart.reference);
  expect(shop.sandbox.listPayments()).toHaveLength(1);
});

it('a second start after a lost response of the gateway makes another payment, and the first one expires', async () => {
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  shop = await openShop({ gatewayUrl });
  loseNextResponse('requestPayment');
  const lostStart = (await (await shop.start()).json()) as StorefrontProblem;
  expect(lostStart.code).toBe('outcome-unknown');
  const next = await shop.startPayment();
  expect(next.reference).not.toBe(lostStart.reference);
  expect(await shop.checkout.payments.get(lostStart.reference!)).toMatchObject({ state: 'expired' });
  const inspection = await shop.checkout.operator.payments.inspect(lostStart.reference!);
  expect(inspection?.timeline.map(({ text }) => text)).toContain(
    'The gateway has this payment, but no browser was redirected to it. It is marked as expired.',
  );
});

it('a repeated start after a lost response of the gateway sends the same reference, and redirects to another payment if the gateway refuses it', async () => {
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  shop = await openShop({ gatewayUrl });
  loseNextResponse('requestPayment');
  const { reference } = (await (await shop.start({ attempt: 'one-click' })).json()) as StorefrontProblem;
  const repeated = await shop.startPayment({ attempt: 'one-click' });
  const starts = shop.sandbox
    .listActivities({ kind: 'request' })
    .filter(({ data }) => data.endpoint === 'requestPayment');
  const sent = starts.map(({ data }) => JSON.parse(data.body ?? '{}').referenceCode as unknown);
  expect(sent).toEqual([reference, reference, repeated.reference]);
  expect(await shop.checkout.payments.get(reference!)).toMatchObject({ state: 'expired' });
  // The response to this request may be lost as well.
  expect(await shop.startPayment({ attempt: 'one-click' })).toMatchObject({ reference: repeated.reference });
  expect(shop.sandbox.listPayments()).toHaveLength(2);
});

it('a payment that the gateway has, and that may charge without an approval, is shown before another one is started', async () => {
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  shop = await openShop({ gatewayUrl });
  loseNextResponse('requestPayment');
  const choice = { channelId: points, attempt: 'one-click' };
  const { reference = '' } = (await (await shop.start(choice)).json()) as StorefrontProblem;
  for (let clicks = 0; clicks < 2; clicks += 1) {
    const refusal = await shop.start(choice);
    expect([refusal.status, await refusal.json()]).toMatchObject([
      409,
      { code: 'duplicate-payment', reference },
    ]);
  }
  const lost = { reference, state: 'pending', step: 'start-lost' };
  expect(await (await shop.fetch(`/pgw/payments/${reference}`)).json()).toMatchObject(lost);
  expect(await (await shop.fetch('/pgw/session?order=A1')).json()).toMatchObject({ openPayment: lost });
  expect(shop.sandbox.listPayments()).toHaveLength(1);
  const other = await shop.startPayment({ channelId: points, attempt: 'other-click' });
  expect(other.reference).not.toBe(reference);
  const { transactionNumber = '' } = shop.sandbox.findPayment(reference) ?? {};
  shop.sandbox.decide(transactionNumber, 'approve');
  await expect.poll(async () => (await shop.checkout.payments.get(reference))?.state).toBe('paid');
  expect(shop.fulfilledReferences).toEqual([reference]);
});

it('a payment whose number was lost is reported by reconcile and the audit, until an operator adopts it by its number', async () => {
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  shop = await openShop({ gatewayUrl });
  loseNextResponse('requestPayment');
  const { reference = '' } = (await (await shop.start()).json()) as StorefrontProblem;
  await shop.startPayment();
  const { transactionNumber = '' } = shop.sandbox.findPayment(reference) ?? {};
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  const { operator, payments } = shop.checkout;
  const finding = { code: 'payment-without-number', references: [reference] };
  expect(await operator.payments.reconcile({ since: 0 })).toMatchObject({ withoutNumber: [reference] });
  expect((await operator.audits.run()).findings).toContainEqual(finding);
  await operator.unknownTransactions.adopt(transactionNumber);
  expect(await payments.get(reference)).toMatchObject({ state: 'paid', transactionNumber });
  expect(shop.fulfilledReferences).toEqual([reference]);
  expect(await operator.payments.reconcile({ since: 0 })).toMatchObject({ withoutNumber: [] });
  expect((await operator.audits.run()).findings).toEqual([]);
});

it('a start fails with HTTP 504 while the gateway responds HTTP 500, and succeeds afterwards', async () => {
  shop = await openShop();
  shop.sandbox.scenario('response-500', { endpoint: 'requestPayment', times: 2 });
  const statuses = [];
  for (let clicks = 0; clicks < 3; clicks += 1) statuses.push((await shop.start()).status);
  expect(statuses).toEqual([504, 504, 201]);
});

it('a start with the attempt key of an old refused payment responds payment-refused, also after fifty newer payments', async () => {
  const store = memoryStore();
  shop = await openShop({ store });
  for (let nth = 0; nth <= 50; nth += 1) {
    const reference = `OLD-${nth}`;
    const payment = samplePayment({
      reference,
      orderId: 'A1',
      attempt: `attempt-${nth}`,
      state: 'refused',
      createdAt: nth,
    });
    await store.insert('payment', {
      payment,
      note: {
        reference,
        at: nth,
        source: 'start',
        kind: 'payment-created',
        text: 'Stored.',
      },
    });
  }
  const response = (await (await shop.start({ attempt: 'attempt-0' })).json()) as StorefrontProblem;
  expect(response).toMatchObject({ code: 'payment-refused', reference: 'OLD-0' });
  expect(shop.sandbox.listPayments()).toEqual([]);
});

it('a form without scripts and without a channel redirects to the hosted page, and the repeated form redirects to the same page', async () => {
  shop = await openShop();
  const submitForm = () =>
    shop.fetch('/pgw/start', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
      body: 'order=A1',
    });
  const first = await submitForm();
  expect(first.status).toBe(303);
  expect(first.headers.get('location')).toMatch(new RegExp(`^${shop.sandbox.url}/pay/`));
  expect((await submitForm()).headers.get('location')).toBe(first.headers.get('location'));
});

it.each([
  ['of another site', { origin: 'https://attacker.example' }],
  ['without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
])('a form without scripts %s is refused', async (_condition, headers) => {
  shop = await openShop();
  const response = await shop.fetch('/pgw/start', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'order=A1',
  });
  expect(response.status).toBe(400);
  expect(shop.sandbox.listPayments()).toEqual([]);
});
