import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { memoryStore } from '../../src/stores/memory.ts';
import { createTestClient, gatewayStatus, openShop, type Shop, type ShopOptions } from '../shop.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
let sandbox: Sandbox;
const shops: Shop[] = [];
let calls: string[] = [];
let now = 0;

beforeAll(async () => void (sandbox = await createSandbox({ port: 0 })));
afterAll(() => sandbox.close());
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
  calls = [];
});

/** A store that several shops share. Closing a shop does not close it. */
function shareStore() {
  const store = memoryStore();
  return { ...store, close: () => Promise.resolve() };
}

/** Opens a process of a shop. Each process has another set of hooks. */
async function openProcess(store: ShopOptions['store'], hooks: Partial<ShopOptions> = {}): Promise<Shop> {
  now ||= Date.now();
  const shop = await openShop({ gateway: createTestClient(sandbox.url), store, now: () => now, ...hooks });
  await shop.checkout.ready;
  shops.push(shop);
  return shop;
}

const record =
  (name: string) =>
  ({ reference }: { readonly reference: string }): void =>
    void calls.push(`${name} ${reference}`);
const onEnded = record('onEnded');

/** Ends a payment in a process. Resolves with its reference. */
async function endPayment(shop: Shop, order = 'A1'): Promise<string> {
  const { reference, transactionNumber } = await shop.startPayment({ order });
  sandbox.decide(transactionNumber, 'decline', { callback: 'never' });
  await shop.checkout.payments.sync(reference);
  expect((await shop.checkout.payments.get(reference))?.state).toBe('failed');
  return reference;
}

const listCalls = async (shop: Shop, reference: string) =>
  (await shop.checkout.operator.payments.inspect(reference))?.hooks.map(({ name, state }) => [name, state]);

it('an ending in a process without the hook is called once, by the process that has it', async () => {
  const store = shareStore();
  const old = await openProcess(store);
  const next = await openProcess(store, { onEnded });
  const reference = await endPayment(old);
  await old.checkout.sweep();
  expect(calls).toEqual([]);
  await Promise.all([next.checkout.sweep(), old.checkout.sweep(), next.checkout.sweep()]);
  expect(calls).toEqual([`onEnded ${reference}`]);
  now += hourMs;
  await next.checkout.sweep();
  expect(calls).toHaveLength(1);
});

it('a hook that is added after 1,000 endings gets no old calls', async () => {
  const store = shareStore();
  const old = await openProcess(store);
  const references = [];
  for (let n = 0; n < 20; n += 1) references.push(await endPayment(old, `A${n}`));
  const [first = ''] = references;
  const payment = await store.find('payment', first);
  if (payment === undefined) throw new Error('The payment is missing.');
  // The other 980 endings are written like the first ones, without requests.
  for (let n = 20; n < 1_000; n += 1) {
    const reference = `END-${n}`;
    const open = { ...payment, reference, orderId: `B${n}`, attempt: `attempt-${n}`, state: 'open' } as const;
    const note = { reference, at: now, source: 'start', kind: 'payment-created', text: 'Started.' } as const;
    await store.insert('payment', { payment: open, note });
    const hook = {
      name: 'onEnded',
      key: `${reference}-ended-1`,
      reference,
      reason: 'failed',
      operationId: null,
      state: 'due',
      attempts: 0,
      nextAttemptAt: now,
      registeredSince: now - dayMs,
    } as const;
    const change = { state: 'failed', transitions: 1 } as const;
    await store.commit({ payment: { read: open, change }, hooks: { insert: [hook] } });
  }
  const next = await openProcess(store, { onEnded });
  await next.checkout.sweep();
  now += hourMs;
  await next.checkout.sweep();
  expect(calls).toEqual([]);
  const reference = await endPayment(next, 'A2000');
  await next.checkout.sweep();
  expect(calls).toEqual([`onEnded ${reference}`]);
});

it('onReversed is called without onRefunded, after a partial refund', async () => {
  const reversed: (string | undefined)[] = [];
  const shop = await openProcess(shareStore(), {
    onReversed: (_payment, { refund }) => void reversed.push(refund?.id),
  });
  await shop.checkout.sweep();
  const { reference, transactionNumber } = await shop.startPayment();
  sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(reference);
  await shop.checkout.operator.refunds.create('refund-1', { reference, amount: 500, reason: 'Damaged' });
  const [refund] = sandbox.listRefunds(transactionNumber);
  sandbox.decideRefund(refund?.refundNumber ?? '', gatewayStatus.refundReversed, { callback: 'never' });
  now += dayMs;
  await shop.checkout.sweep();
  await shop.checkout.sweep();
  expect(reversed).toEqual(['refund-1']);
});

it('a hook that was removed a day ago gets no calls', async () => {
  const store = shareStore();
  const old = await openProcess(store, { onEnded });
  const next = await openProcess(store);
  now += dayMs - 1;
  const within = await endPayment(next, 'A1');
  expect(await listCalls(next, within)).toEqual([['onEnded', 'due']]);
  now += 1_001;
  const after = await endPayment(next, 'A2');
  expect(await listCalls(next, after)).toEqual([]);
  await old.checkout.sweep();
});

it('calls that no process can make for an hour are one event, and are skipped after a day', async () => {
  const store = shareStore();
  const old = await openProcess(store, { onEnded });
  const next = await openProcess(store, { onRefunded: record('onRefunded') });
  const reference = await endPayment(next, 'A1');
  await endPayment(next, 'A2');
  await old.checkout.close();
  const other = await openProcess(store);
  for (let round = 0; round < 12; round += 1) {
    now += 11 * minuteMs;
    for (const shop of [next, other]) await shop.checkout.sweep();
  }
  const events = [next, other].flatMap((shop) => shop.eventsNamed('hook-unavailable'));
  expect(events).toMatchObject([{ hook: 'onEnded', calls: 2 }]);
  // The event has reported the calls: they are not work that a sweep could do.
  expect((await next.checkout.health()).problems).toEqual([]);
  expect(await listCalls(next, reference)).toEqual([['onEnded', 'due']]);
  now += dayMs;
  for (const shop of [next, other]) await shop.checkout.sweep();
  expect(await listCalls(next, reference)).toEqual([['onEnded', 'skipped']]);
  expect([next, other].flatMap((shop) => shop.eventsNamed('hook-unavailable'))).toHaveLength(1);
  const timeline = (await next.checkout.operator.payments.inspect(reference))?.timeline ?? [];
  expect(timeline.map(({ text }) => text)).toContain(
    'onEnded is skipped: no process has had this hook for 24 hours.',
  );

  const again = await openProcess(store, { onEnded });
  await again.checkout.sweep();
  expect(calls).toEqual([]);
  await again.checkout.operator.hooks.requeue(reference);
  await again.checkout.sweep();
  expect(calls).toEqual([`onEnded ${reference}`]);
});

it('a skipped call blocks no later call of its payment, and no other payment of its order', async () => {
  const store = shareStore();
  const old = await openProcess(store, { onEnded });
  const reference = await endPayment(await openProcess(store));
  await old.checkout.close();
  const orders: boolean[] = [];
  const next = await openProcess(store, { onRefunded: record('onRefunded') });
  now += 2 * dayMs;
  await next.checkout.sweep();
  expect(await listCalls(next, reference)).toEqual([['onEnded', 'skipped']]);
  const again = await openProcess(store, {
    onEnded: (_payment, { order }) => void orders.push(order.hasOpenPayments),
  });
  await endPayment(again);
  await again.checkout.sweep();
  expect(orders).toEqual([false]);
});
