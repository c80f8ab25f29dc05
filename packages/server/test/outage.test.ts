import type { CircuitOptions, GatewayClient } from '@pgw/client';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestCard, openCardShop } from './card-shop.ts';
import { openOutageGateway, type OutageGateway } from './outage-gateway.ts';
import { sealCard } from './seal-card.ts';
import { createCallbackPayload, sendCallback } from './callbacks.ts';
import {
  createTestClient,
  gatewayStatus,
  openShop,
  type Shop,
  type ShopOptions,
  type StartedPayment,
  untilNextQueryMs,
} from './shop.ts';

let sandbox: Sandbox;
let outage: OutageGateway;
let gateway: GatewayClient;
let shop: Shop;

beforeEach(async () => {
  // With this short delay, the result of a refund is available at its first query.
  sandbox = await createSandbox({ port: 0, refundDelayMs: 3_600_000 });
  outage = await openOutageGateway(sandbox.url);
});

afterEach(async () => {
  await shop.close();
  await gateway.close();
  await outage.close();
  await sandbox.close();
});

const failuresUntilOutage = 5;
/** The client sends no probe within the time of a test, so the outage continues. */
const withoutProbes: CircuitOptions = { failures: failuresUntilOutage, probeIntervalMs: 60_000 };
const withFastProbes: CircuitOptions = { failures: failuresUntilOutage, probeIntervalMs: 10 };
/** With this interval, only the first sweep of the background runs in a test. */
const sweepIntervalMs = 600_000;

async function openTestShop(circuit: CircuitOptions, options: ShopOptions = {}): Promise<void> {
  gateway = createTestClient(outage.url, { readAttempts: 1, circuit });
  shop = await openShop({ gateway, ...options });
}

/** Starts a payment of another order, so that the list of channels is cached for a minute. */
const cacheChannels = () => shop.startPayment({ order: 'A2' });

/**
 * Disconnects the gateway and sends queries until the client reports the outage. Resets the request count.
 */
async function startOutage(): Promise<void> {
  outage.setCondition('disconnected');
  const sendQuery = () => gateway.queryPayment({ transactionNumber: 'T-1' }).catch(() => undefined);
  for (let n = 0; n < failuresUntilOutage; n += 1) await sendQuery();
  expect(gateway.circuit.state).toBe('open');
  outage.setCondition('disconnected');
}

/** Starts a payment and approves it at the gateway, which sends no callback. */
async function startApprovedPayment(order = 'A1'): Promise<StartedPayment> {
  const payment = await shop.startPayment({ order });
  sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  return payment;
}

/** Sends the callback of a paid payment. Returns the HTTP status of the response. */
const deliverCallback = async (payment: StartedPayment): Promise<number> =>
  (await sendCallback(shop, createCallbackPayload(payment))).status;

const listStates = async (order: string) =>
  (await shop.checkout.payments.list({ orderId: order })).map(({ state }) => state);

test('during an outage a start is refused without a request to the gateway and without a stored payment', async () => {
  await openTestShop(withoutProbes);
  await cacheChannels();
  await startOutage();
  const response = await shop.start({ order: 'A1' });
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({ code: 'gateway-unreachable' });
  expect(outage.requestCount()).toBe(0);
  expect(await listStates('A1')).toEqual([]);
});

test('a payment whose outcome is unknown stays unknown when its repeated start is refused', async () => {
  await openTestShop({ ...withoutProbes, failures: 100 });
  await cacheChannels();
  outage.setCondition('disconnected');
  const startRequest = { order: 'A1', attempt: 'attempt-unknown' };
  expect(await (await shop.start(startRequest)).json()).toMatchObject({ code: 'outcome-unknown' });
  outage.setCondition({ status: 429 });
  expect(await (await shop.start(startRequest)).json()).toMatchObject({ code: 'gateway-busy' });
  expect(await listStates('A1')).toEqual(['unknown']);
});

test('during an outage a callback is acknowledged and causes no request to the gateway', async () => {
  await openTestShop(withoutProbes);
  const payment = await startApprovedPayment();
  await startOutage();
  expect(await deliverCallback(payment)).toBe(200);
  expect(await (await shop.fetch(`/pgw/payments/${payment.reference}`)).json()).toMatchObject({
    state: 'pending',
  });
  expect(await shop.checkout.sweep()).toBe(false);
  expect(outage.requestCount()).toBe(0);
});

test('one event reports an outage, not one event per failed request', async () => {
  await openTestShop(withoutProbes);
  const payment = await startApprovedPayment();
  await startOutage();
  await deliverCallback(payment);
  for (let n = 0; n < 5; n += 1) {
    await shop.fetch(`/pgw/payments/${payment.reference}`);
    await shop.start({ order: 'A3' });
  }
  const message = expect.stringMatching(/The last failure: .+ received no response: other side closed/);
  expect(shop.eventsNamed('gateway-down')).toMatchObject([{ level: 'error', message }]);
  expect(shop.events.filter(({ level }) => level !== 'info')).toHaveLength(1);
});

test('a card whose response is lost when an outage begins causes no event beside that of the outage', async () => {
  gateway = createTestClient(outage.url, { circuit: { failures: 1, probeIntervalMs: 60_000 } });
  const cardShop = await openCardShop({ gateway });
  shop = cardShop;
  const started = await cardShop.startCardPayment();
  outage.setCondition('disconnected');
  const { body } = await cardShop.sendCard(started.reference, sealCard(createTestCard('approved'), started));
  expect(body.code).toBe('outcome-unknown');
  expect(shop.eventsNamed('gateway-down')).toHaveLength(1);
  expect(shop.eventsNamed('sync-failed')).toEqual([]);
});

test('a capture whose response is lost when an outage begins causes one event about the capture, and none about its payment', async () => {
  gateway = createTestClient(outage.url, { circuit: { failures: 1, probeIntervalMs: 60_000 } });
  const cardShop = await openCardShop({ gateway, cards: { authType: 'pre-auth' } });
  shop = cardShop;
  const { body } = await cardShop.payByCard('approved');
  outage.setCondition('disconnected');
  const { captures } = shop.checkout.operator;
  const capture = await captures.create('capture-0001', { reference: body.payment.reference });
  expect(capture.state).toBe('unknown');
  expect(shop.eventsNamed('gateway-down')).toHaveLength(1);
  expect(shop.eventsNamed('capture-failed')).toHaveLength(1);
});

test('during an outage health is degraded, and the shop still serves requests', async () => {
  await openTestShop(withoutProbes);
  await startOutage();
  expect(await shop.checkout.health()).toMatchObject({
    status: 'degraded',
    gateway: 'down',
    problems: [{ code: 'gateway-down', message: expect.stringContaining('has not responded since') }],
  });
  expect((await shop.fetch('/pgw/health')).status).toBe(200);
});

test('after an outage the waiting callbacks are handled, and an event reports the end', async () => {
  await openTestShop(withFastProbes);
  const payments = [
    await startApprovedPayment('A1'),
    await startApprovedPayment('A2'),
    await startApprovedPayment('A3'),
  ];
  await startOutage();
  for (const payment of payments) expect(await deliverCallback(payment)).toBe(200);
  outage.setCondition('up');
  await expect
    .poll(() => shop.fulfilledReferences.toSorted())
    .toEqual(payments.map(({ reference }) => reference).toSorted());
  expect(shop.eventsNamed('gateway-up')).toMatchObject([{ level: 'info' }]);
  expect(await shop.checkout.health()).toMatchObject({ status: 'ok', gateway: 'up' });
});

test('after an outage a callback whose query failed is handled before its lease ends', async () => {
  await openTestShop({ ...withFastProbes, failures: 1 }, { sweepIntervalMs });
  const payment = await startApprovedPayment();
  outage.setCondition('disconnected');
  expect(await deliverCallback(payment)).toBe(200);
  await expect.poll(() => shop.eventsNamed('gateway-down').length).toBe(1);
  outage.setCondition('up');
  await expect.poll(() => shop.fulfilledReferences).toEqual([payment.reference]);
});

test('after an outage a payment that the sweep had leased is synced before its lease ends', async () => {
  let clockOffsetMs = 0;
  await openTestShop(
    { ...withFastProbes, failures: 1 },
    { sweepIntervalMs, now: () => Date.now() + clockOffsetMs },
  );
  const { reference } = await startApprovedPayment();
  clockOffsetMs = untilNextQueryMs;
  outage.setCondition('disconnected');
  await shop.checkout.sweep();
  expect(gateway.circuit.state).toBe('open');
  outage.setCondition('up');
  await expect.poll(() => shop.fulfilledReferences).toEqual([reference]);
});

test('after an outage a refund that the sweep had leased is queried before its lease ends', async () => {
  let clockOffsetMs = 0;
  await openTestShop(
    { ...withFastProbes, failures: 1 },
    { sweepIntervalMs, now: () => Date.now() + clockOffsetMs },
  );
  const { reference } = await startApprovedPayment();
  await shop.checkout.payments.sync(reference);
  sandbox.scenario('refund-processing');
  const { refunds } = shop.checkout.operator;
  const refund = await refunds.create('refund-0001', { reference, reason: 'broken' });
  sandbox.decideRefund(refund.transactionNumber ?? '', gatewayStatus.refunded, { callback: 'never' });
  // The query of this sweep fails. By the schedule, the next query is an hour later.
  clockOffsetMs = 7_200_000;
  outage.setCondition('disconnected');
  await shop.checkout.sweep();
  expect(gateway.circuit.state).toBe('open');
  outage.setCondition('up');
  const findRefundState = async () =>
    (await shop.checkout.operator.payments.inspect(reference))?.refunds[0]?.state;
  await expect.poll(findRefundState).toBe('done');
});

test('a start that the gateway refuses with HTTP 429 responds gateway-busy with its Retry-After, and the order can be paid later', async () => {
  await openTestShop(withoutProbes);
  await cacheChannels();
  outage.setCondition({ status: 429, retryAfter: '7' });
  const response = await shop.start({ order: 'A1' });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
  expect(await response.json()).toMatchObject({ code: 'gateway-busy' });
  expect(await listStates('A1')).toEqual(['refused']);
  outage.setCondition('up');
  await shop.startPayment({ order: 'A1' });
});
