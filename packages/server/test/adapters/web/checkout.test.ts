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

it('waitUntil receives the work that continues after the response to a callback', async () => {
  const started = await post('/payments', JSON.stringify(createStartRequest()));
  const { payment } = (await started.json()) as { payment: { reference: string; transactionNumber: string } };
  const { reference, transactionNumber } = payment;
  sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  const payload = createCallbackPayload({ reference, transactionNumber });
  const signature = signCallback({ url: origin }, payload);
  const response = await post('/callback', JSON.stringify(payload), { 'cap-signature': signature });
  expect([response.status, paid]).toEqual([200, []]);
  await Promise.all(work);
  expect(paid).toEqual([reference]);
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
