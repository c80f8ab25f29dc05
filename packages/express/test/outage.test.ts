import { createGatewayClient, type CircuitOptions, type GatewayClient } from '@pgw/client';
import { sign, type StartResponse } from '@pgw/protocol';
import { createSandbox, defaultTenant, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOutageGateway, type OutageGateway } from './outage-gateway.ts';
import { openShop, type Shop, type ShopOptions } from './shop.ts';

let sandbox: Sandbox;
let outage: OutageGateway;
let gateway: GatewayClient;
let shop: Shop;

beforeEach(async () => {
  // A slower refund has its result before its first query.
  sandbox = await createSandbox({ port: 0, refundDelayMs: 1 });
  outage = await openOutageGateway(sandbox.url);
});

afterEach(async () => {
  await shop.close();
  await gateway.close();
  await outage.close();
  await sandbox.close();
});

/** No probe within the time of a test, so that the outage continues. */
const lasting: CircuitOptions = { failures: 5, probeIntervalMs: 60_000 };
const brief: CircuitOptions = { failures: 5, probeIntervalMs: 10 };

async function open(circuit: CircuitOptions, options: ShopOptions = {}): Promise<void> {
  const { id, secretKey, userName, password } = defaultTenant;
  gateway = createGatewayClient({
    baseUrl: outage.url,
    merchantId: id,
    secretKey,
    credentials: { userName, password },
    readAttempts: 1,
    circuit,
  });
  shop = await openShop({ gateway, ...options });
}

/** The gateway stops responding, and the shop notices it. */
async function goDown(): Promise<void> {
  outage.set('cut');
  const query = () => gateway.queryPayment({ transactionNumber: 'T-1' }).catch(() => undefined);
  for (let n = 0; n < 5; n += 1) await query();
  expect(gateway.circuit.state).toBe('open');
  outage.set('cut');
}

async function started(order = 'A1'): Promise<string> {
  const response = await shop.start({ order });
  expect(response.status).toBe(201);
  return ((await response.json()) as StartResponse).payment.reference;
}

/** Starts a payment and pays it at the gateway. Returns its reference and a function that delivers its callback. */
async function paid(order = 'A1'): Promise<{ reference: string; callBack: () => Promise<number> }> {
  const reference = await started(order);
  const payment = await shop.checkout.payments.find(reference);
  if (payment?.transactionNumber == null) throw new Error(`${reference} has no transaction.`);
  const { amount, currencyCode, transactionNumber, callbackUrl } = payment;
  sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  const data = { referenceCode: reference, amount, currencyCode, transactionNumber, status: 1 };
  const headers = {
    'content-type': 'application/json',
    'cap-signature': sign(callbackUrl, data, defaultTenant.secretKey),
  };
  const callBack = async () =>
    (await shop.get('/pgw/callback', { method: 'POST', headers, body: JSON.stringify(data) })).status;
  return { reference, callBack };
}

const eventsNamed = (name: string) => shop.events.filter(({ event }) => event === name);
const statesOf = async (order: string) =>
  (await shop.checkout.payments.ofOrder(order)).map(({ state }) => state);

describe('while the gateway is down', () => {
  test('a start is refused at once: nothing is sent, nothing is stored, no outcome is unknown', async () => {
    await open(lasting);
    // The list of channels is cached for a minute.
    await started('A2');
    await goDown();
    const response = await shop.start({ order: 'A1' });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: 'gateway-unreachable' });
    expect(outage.requests()).toBe(0);
    expect(await statesOf('A1')).toEqual([]);
  });

  test('a payment whose outcome is unknown stays unknown when it is started again', async () => {
    await open({ failures: 100, probeIntervalMs: 60_000 });
    await started('A2');
    outage.set('cut');
    const repeatedStart = { order: 'A1', attempt: 'attempt-unknown' };
    expect(await (await shop.start(repeatedStart)).json()).toMatchObject({ code: 'outcome-unknown' });
    outage.set({ status: 429 });
    expect(await (await shop.start(repeatedStart)).json()).toMatchObject({ code: 'gateway-busy' });
    expect(await statesOf('A1')).toEqual(['unknown']);
  });

  test('a callback is acknowledged and waits, and causes no request', async () => {
    await open(lasting);
    const { callBack, reference } = await paid();
    await goDown();
    expect(await callBack()).toBe(200);
    expect(await (await shop.get(`/pgw/payments/${reference}`)).json()).toMatchObject({ state: 'pending' });
    expect(await shop.checkout.payments.sweep()).toBe(false);
    expect(outage.requests()).toBe(0);
  });

  test('one event reports it, not one for each request that fails', async () => {
    await open(lasting);
    const { callBack, reference } = await paid();
    await goDown();
    await callBack();
    for (let n = 0; n < 5; n += 1) {
      await shop.get(`/pgw/payments/${reference}`);
      await shop.start({ order: 'A3' });
    }
    expect(eventsNamed('gateway-down')).toMatchObject([{ level: 'error' }]);
    expect(shop.events.filter(({ level }) => level !== 'info')).toHaveLength(1);
  });

  test('the health of the shop is degraded, and it still serves requests', async () => {
    await open(lasting);
    await goDown();
    expect(await shop.checkout.health()).toMatchObject({
      status: 'degraded',
      gateway: 'down',
      problems: [{ code: 'gateway-down', message: expect.stringContaining('has not responded since') }],
    });
    expect((await shop.get('/pgw/health')).status).toBe(200);
  });
});

describe('when the gateway responds again', () => {
  test('callbacks that waited are settled, and an event reports the end', async () => {
    await open(brief);
    const payments = [await paid('A1'), await paid('A2'), await paid('A3')];
    await goDown();
    for (const { callBack } of payments) expect(await callBack()).toBe(200);
    outage.set('up');
    await expect
      .poll(() => shop.fulfilled.toSorted())
      .toEqual(payments.map(({ reference }) => reference).toSorted());
    expect(eventsNamed('gateway-up')).toMatchObject([{ level: 'info' }]);
    expect(await shop.checkout.health()).toMatchObject({ status: 'ok', gateway: 'up' });
  });

  test('a callback whose query failed is settled before its claim ends', async () => {
    await open({ ...brief, failures: 1 }, { sweepIntervalMs: 600_000 });
    const { callBack, reference } = await paid();
    outage.set('cut');
    expect(await callBack()).toBe(200);
    await expect.poll(() => eventsNamed('gateway-down').length).toBe(1);
    outage.set('up');
    await expect.poll(() => shop.fulfilled).toEqual([reference]);
  });

  test('a payment that the sweep had claimed is settled before its claim ends', async () => {
    let late = 0;
    await open({ ...brief, failures: 1 }, { sweepIntervalMs: 600_000, now: () => Date.now() + late });
    const { reference } = await paid();
    late = 30_000;
    outage.set('cut');
    await shop.checkout.payments.sweep();
    expect(gateway.circuit.state).toBe('open');
    outage.set('up');
    await expect.poll(() => shop.fulfilled).toEqual([reference]);
  });

  test('a refund that the sweep had claimed is queried before its claim ends', async () => {
    let late = 0;
    await open({ ...brief, failures: 1 }, { sweepIntervalMs: 600_000, now: () => Date.now() + late });
    const { reference } = await paid();
    await shop.checkout.payments.settle(reference);
    sandbox.scenario('refund-processing', { delayMs: 1 });
    const key = 'refund-0001';
    await shop.checkout.operator.refund({ reference, reason: 'broken', key });
    const transactionNumber = (await shop.checkout.payments.find(reference))?.transactionNumber ?? '';
    const status = async () => (await gateway.queryRefund({ transactionNumber })).refundStatus;
    await expect.poll(status).toBe(11);
    // By the schedule, the next query after this one is an hour later.
    late = 7_200_000;
    outage.set('cut');
    await shop.checkout.payments.sweep();
    expect(gateway.circuit.state).toBe('open');
    outage.set('up');
    const refund = async () => (await shop.checkout.operator.inspect(reference))?.refunds[0]?.state;
    await expect.poll(refund).toBe('done');
  });
});

describe('a start that the gateway refuses with HTTP 429', () => {
  test('is gateway-busy with its Retry-After, and the order can be paid afterwards', async () => {
    await open(lasting);
    await started('A2');
    outage.set({ status: 429, retryAfter: '7' });
    const response = await shop.start({ order: 'A1' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
    expect(await response.json()).toMatchObject({ code: 'gateway-busy' });
    expect(await statesOf('A1')).toEqual(['refused']);
    outage.set('up');
    await started('A1');
  });
});
