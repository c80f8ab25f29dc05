import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCheckout, type Checkout, type CheckoutOptions } from '../../../src/adapters/web/index.ts';
import type { EmbeddedTransaction } from '../../../src/stores/embedded.ts';
import { memoryStore } from '../../../src/stores/memory.ts';
import { createCallbackPayload, signCallback } from '../../callbacks.ts';
import { createStartRequest, createTestClient, orderTotal } from '../../shop.ts';

let sandbox: Sandbox;
let checkout: Checkout;
let work: Promise<void>[];
let paid: string[];

const origin = 'http://127.0.0.1:3000';

async function openCheckout(options: Partial<CheckoutOptions<EmbeddedTransaction>> = {}): Promise<void> {
  work = [];
  paid = [];
  checkout = createCheckout({
    gateway: createTestClient(sandbox.url),
    publicUrl: origin,
    merchant: 'Rimba Coffee',
    requestLimits: false,
    store: memoryStore(),
    sweepIntervalMs: 0,
    resolveOrder: () => ({ amount: orderTotal, currencyCode: 'MYR' }),
    onPaid: (payment) => void paid.push(payment.reference),
    onEvent: () => undefined,
    clientAddress: { trustedProxies: 1 },
    waitUntil: (promise) => void work.push(promise),
    ...options,
  });
  await checkout.ready;
}

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0 });
  await openCheckout();
});
afterEach(async () => {
  await checkout.close();
  await sandbox.close();
});

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
  checkout.handler(
    new Request(`${origin}/pgw${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      duplex: 'half',
    } as RequestInit),
  );

/** Starts a payment, approves it at the gateway, and returns its callback, which the gateway does not send. */
async function startApprovedPayment(order: string) {
  const started = await post('/payments', JSON.stringify(createStartRequest({ order })));
  const { payment } = (await started.json()) as { payment: { reference: string; transactionNumber: string } };
  sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  const payload = createCallbackPayload(payment);
  const signature = signCallback({ url: origin }, payload);
  return {
    ...payment,
    deliverCallback: async () => {
      const response = await post('/callback', JSON.stringify(payload), { 'cap-signature': signature });
      expect(response.status).toBe(200);
    },
  };
}

/** Opens a checkout whose queries at the gateway wait until `answer` is called for their payment. */
async function openWithHeldQueries() {
  await checkout.close();
  const client = createTestClient(sandbox.url);
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const findGate = (transactionNumber: string): PromiseWithResolvers<void> => {
    const gate = gates.get(transactionNumber) ?? Promise.withResolvers<void>();
    gates.set(transactionNumber, gate);
    return gate;
  };
  const queried: string[] = [];
  const queryPayment: typeof client.queryPayment = async (input) => {
    const { transactionNumber = '' } = input;
    queried.push(transactionNumber);
    await findGate(transactionNumber).promise;
    return client.queryPayment(input);
  };
  await openCheckout({ gateway: { ...client, queryPayment } });
  return { queried, answer: (transactionNumber: string) => findGate(transactionNumber).resolve() };
}

it('waitUntil receives the work that continues after the response to a callback', async () => {
  const { reference, deliverCallback } = await startApprovedPayment('A1');
  await deliverCallback();
  expect(paid).toEqual([]);
  await Promise.all(work);
  expect(paid).toEqual([reference]);
});

it('waitUntil is not called for a request whose work has ended with its response', async () => {
  expect((await checkout.handler(new Request(`${origin}/pgw/session?order=A1`))).status).toBe(200);
  await startApprovedPayment('A1');
  expect(work).toEqual([]);
});

it('the promise of a request does not wait for the work of another request', async () => {
  const { answer } = await openWithHeldQueries();
  const first = await startApprovedPayment('A1');
  const second = await startApprovedPayment('A2');
  await first.deliverCallback();
  await second.deliverCallback();
  answer(second.transactionNumber);
  await work[1];
  expect(paid).toEqual([second.reference]);
  answer(first.transactionNumber);
  await work[0];
  expect(paid).toEqual([second.reference, first.reference]);
});

it('the promise of a request waits for a callback that waits for the queries of other callbacks', async () => {
  const { queried, answer } = await openWithHeldQueries();
  const payments = [];
  for (let n = 0; n < 66; n += 1) payments.push(await startApprovedPayment(`A${n}`));
  for (const { deliverCallback } of payments) await deliverCallback();
  await expect.poll(() => queried.length).toBe(64);
  const [first, last] = [payments[0], payments[65]];
  // The last payment is queried after this answer. The first request does not wait for it.
  for (const { transactionNumber } of payments.slice(0, 65)) answer(transactionNumber);
  await Promise.all(work.slice(0, 65));
  expect(paid).toContain(first?.reference);
  expect(paid).not.toContain(last?.reference);
  answer(last?.transactionNumber ?? '');
  await work[65];
  expect(paid).toContain(last?.reference);
});

it('the promise of a request does not wait for the end of an outage of the gateway', async () => {
  await checkout.close();
  const gateway = createTestClient(sandbox.url, {
    readAttempts: 1,
    circuit: { failures: 1, probeIntervalMs: 60_000 },
  });
  await openCheckout({ gateway });
  const { reference, deliverCallback } = await startApprovedPayment('A1');
  sandbox.scenario('response-500', { endpoint: 'queryPayment' });
  await gateway.queryPayment({ transactionNumber: 'T-1' }).catch(() => undefined);
  expect(gateway.circuit.state).toBe('open');
  await deliverCallback();
  await Promise.all(work);
  expect(paid).toEqual([]);
  expect((await checkout.payments.get(reference))?.state).toBe('open');
});

it('a body without a length is refused after 100,000 bytes, and the rest of it is not read', async () => {
  let chunkCount = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      chunkCount += 1;
      controller.enqueue(new Uint8Array(50_000).fill(32));
    },
  });
  const response = await post('/callback', body);
  expect(response.status).toBe(413);
  expect(chunkCount).toBeLessThan(6);
});

it('a body that fails in the middle gets a response, and the checkout can be closed', async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error('The connection was reset.')),
  });
  expect((await post('/callback', body)).status).toBe(400);
  // With a request that never ends, this would wait longer than the limit of the test.
  await checkout.close(600_000);
});

it('a request whose body was read before is refused with the reason', async () => {
  const request = new Request(`${origin}/pgw/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await request.text();
  const response = await checkout.handler(request);
  expect(await response.json()).toMatchObject({ code: 'body-already-parsed' });
});

it.each([undefined, { trustedProxies: 0 }])(
  'the option clientAddress refuses %j, because a Request has no connection',
  (value) => {
    const clientAddress = value as never;
    return expect(openCheckout({ clientAddress })).rejects.toThrow(/clientAddress/);
  },
);

it('the path of publicUrl may be part of the request', async () => {
  await checkout.close();
  await openCheckout({ publicUrl: `${origin}/store` });
  for (const path of ['/pgw/health', '/store/pgw/health'])
    expect((await checkout.handler(new Request(`${origin}${path}`))).status).toBe(200);
  expect((await checkout.handler(new Request(`${origin}/other/pgw/health`))).status).toBe(404);
});

it('a route handler of Next.js responds with uncompressed scripts, because Next.js removes Content-Encoding', async () => {
  const request = (): Request =>
    new Request(`${origin}/pgw/checkout.js`, { headers: { 'accept-encoding': 'br' } });
  const compressed = await checkout.handler(request());
  expect(compressed.headers.get('content-encoding')).toBe('br');
  const requestOfNext = Object.assign(request(), { nextUrl: new URL(`${origin}/pgw/checkout.js`) });
  const response = await checkout.handler(requestOfNext);
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await response.text()).toMatch(/^[!(]?function/);
});
