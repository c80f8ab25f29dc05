import { createSandbox, type Sandbox } from '@pgw/sandbox';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCheckout, type Checkout } from '../../../src/adapters/fastify/index.ts';
import { memoryStore } from '../../../src/stores/memory.ts';
import { createTestClient, orderTotal } from '../../shop.ts';

let sandbox: Sandbox;
let checkout: Checkout;
let app: FastifyInstance;

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0 });
  checkout = createCheckout({
    gateway: createTestClient(sandbox.url),
    publicUrl: 'http://127.0.0.1:3000',
    merchant: 'Rimba Coffee',
    store: memoryStore(),
    sweepIntervalMs: 0,
    resolveOrder: () => ({ amount: orderTotal, currencyCode: 'MYR' }),
    onPaid: () => undefined,
    onEvent: () => undefined,
  });
  app = Fastify();
});
afterEach(async () => {
  await app.close();
  await checkout.close();
  await sandbox.close();
});

it('a plugin with a prefix fails the start of the app, and the error names the option for such a path', async () => {
  app.register(checkout.plugin, { prefix: '/shop' });
  await expect(app.ready()).rejects.toMatchObject({
    name: 'PgwError',
    code: 'invalid-configuration',
    message: expect.stringContaining("mountPath, for example '/shop/pgw'"),
  });
});

it('a plugin inside of another plugin with a prefix fails the start too', async () => {
  app.register(
    (shop, _options, done) => {
      shop.register(checkout.plugin);
      done();
    },
    { prefix: '/shop' },
  );
  await expect(app.ready()).rejects.toThrow('registered with the prefix /shop');
});

it('a request whose path was changed by a hook of the app is responded to with 404', async () => {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-changed'] !== undefined) request.raw.url = '/elsewhere';
    done();
  });
  app.register(checkout.plugin);
  const url = '/pgw/session?order=A1';
  expect((await app.inject({ url })).statusCode).toBe(200);
  expect((await app.inject({ url, headers: { 'x-changed': '1' } })).statusCode).toBe(404);
});
