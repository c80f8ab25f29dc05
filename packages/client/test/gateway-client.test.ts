import { inspect } from 'node:util';
import { hmac, signatureMessageOfText } from '@pgw/protocol/internal';
import { expect, expectTypeOf, test } from 'vitest';
import type { Exchange, GatewayClient } from '../src/index.ts';
import {
  checkoutResult,
  createFaultBody,
  loginResult,
  paymentRecord,
  rejectedSignature,
} from './example-data.ts';
import { sendJson, startFixedGateway, startGateway } from './stub-gateway.ts';
import { createClient, pay, query, getRejection, secret } from './test-client.ts';

const password = 'pw-very-secret';
const accessToken = 'access-token-0987654321';

const secrets = [secret, password, accessToken];
const expectNoSecret = (text: string): void => {
  for (const word of secrets) expect(text.toLowerCase()).not.toContain(word.toLowerCase());
};

test.each([
  ['a rejected signature', 400, rejectedSignature],
  ['a fault', 400, createFaultBody(2009, 'Duplicate')],
  ['a refused token', 401, {}],
  ['an invalid response', 200, 'oops'],
  ['a broken gateway', 500, {}],
])('secrets are not in errors and logs after %s', async (_name, status, body) => {
  const gateway = await startGateway((request, response) =>
    request.path.endsWith('/Authenticate')
      ? sendJson(response, { ...loginResult, accessToken })
      : sendJson(response, body, status),
  );
  const exchanges: Exchange[] = [];
  const client = createClient(gateway.url, {
    credentials: { userName: 'shop', password },
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const error = await getRejection(pay(client));
  expect(error).toBeInstanceOf(Error);
  expect(gateway.requests.some(({ headers }) => headers.authorization === `Bearer ${accessToken}`)).toBe(
    true,
  );
  for (const value of [client, error, exchanges]) {
    expectNoSecret(inspect(value, { depth: 20, showHidden: true }));
    expectNoSecret(JSON.stringify(value));
  }
  expectNoSecret(String((error as Error).stack));
});

test('secrets are not in errors and logs after a refused login or a lost connection', async () => {
  for (const failure of ['refused login', 'lost connection']) {
    const gateway = await startGateway((_request, response) =>
      failure === 'lost connection'
        ? void response.destroy()
        : sendJson(response, createFaultBody(0, 'Login failed!'), 500),
    );
    const client = createClient(gateway.url, { credentials: { userName: 'shop', password } });
    const error = await getRejection(client.getChannels());
    expectNoSecret(inspect(error, { depth: 20, showHidden: true }));
    expectNoSecret(inspect(client, { depth: 20, showHidden: true }));
  }
});

const callbackUrl = 'https://shop.example/pgw/callback';
const callbackBody = Buffer.from('{"status":1,"amount":12345}');
const signCallback = (key: string) => ({
  rawBody: callbackBody,
  signature: hmac(signatureMessageOfText(callbackUrl, callbackBody.toString()), key),
});

test('verifyCallback accepts a callback of this merchant', () => {
  const client = createClient('https://gateway.example');
  expect(client.verifyCallback(signCallback(secret), callbackUrl)).toBe(true);
});

test('verifyCallback refuses another URL, body or secret, and a missing signature', () => {
  const client = createClient('https://gateway.example');
  const { rawBody, signature } = signCallback(secret);
  const tampered = Buffer.from('{"status":1,"amount":12346}');
  expect(client.verifyCallback({ rawBody, signature }, `${callbackUrl}/x`)).toBe(false);
  expect(client.verifyCallback({ rawBody: tampered, signature }, callbackUrl)).toBe(false);
  expect(client.verifyCallback({ rawBody, signature: undefined }, callbackUrl)).toBe(false);
  // `Headers.get` of fetch returns null for a missing header.
  expect(client.verifyCallback({ rawBody, signature: null }, callbackUrl)).toBe(false);
  const other = createClient('https://gateway.example', { secretKey: 'other' });
  expect(other.verifyCallback({ rawBody, signature }, callbackUrl)).toBe(false);
});

test('callbacks are verified with the current and the previous secret, and counted for each secret', () => {
  const client = createClient('https://gateway.example', { secretKey: ['new secret', 'old secret'] });
  expect(client.verifyCallback(signCallback('old secret'), callbackUrl)).toBe(true);
  expect(client.verifyCallback(signCallback('old secret'), callbackUrl)).toBe(true);
  expect(client.verifyCallback(signCallback('new secret'), callbackUrl)).toBe(true);
  expect(client.verifyCallback(signCallback('another'), callbackUrl)).toBe(false);
  expect(client.verifiedCallbacks()).toEqual([1, 2]);
});

test('a previous secret verifies callbacks until the time that the shop names', () => {
  let now = 1_000;
  const secretKey = ['new secret', { secret: 'old secret', acceptedUntil: new Date(2_000) }];
  const client = createClient('https://gateway.example', { secretKey, now: () => now });
  expect(client.verifyCallback(signCallback('old secret'), callbackUrl)).toBe(true);
  now = 2_000;
  expect(client.verifyCallback(signCallback('old secret'), callbackUrl)).toBe(false);
  expect(client.verifyCallback(signCallback('new secret'), callbackUrl)).toBe(true);
  expect(client.verifiedCallbacks()).toEqual([1, 1]);
  // Data that was encrypted before can be read.
  expect(client.derivePreviousKeys('cards')).toHaveLength(1);
});

test('requests are signed with the current secret', async () => {
  let signature: unknown;
  const gateway = await startGateway((request, response) => {
    signature = request.headers['cap-signature'];
    sendJson(response, { result: paymentRecord });
  });
  let message = '';
  const client = createClient(gateway.url, {
    secretKey: ['new secret', 'old secret'],
    onExchange: (exchange) => (message = exchange.signedMessage ?? ''),
  });
  await query(client);
  expect(signature).toBe(hmac(message, 'new secret'));
});

test('deriveKey returns one key for each purpose and secret', () => {
  const deriveHexKey = (secretKey: string, purpose: string): string =>
    Buffer.from(createClient('https://gateway.example', { secretKey }).deriveKey(purpose)).toString('hex');
  expect(deriveHexKey('one', 'cards')).toMatch(/^[0-9a-f]{64}$/);
  expect(deriveHexKey('one', 'cards')).toBe(deriveHexKey('one', 'cards'));
  expect(
    new Set([deriveHexKey('one', 'cards'), deriveHexKey('one', 'tries'), deriveHexKey('two', 'cards')]).size,
  ).toBe(3);
});

test('derivePreviousKeys returns the key of the previous secret', () => {
  const before = createClient('https://gateway.example', { secretKey: 'old secret' });
  const after = createClient('https://gateway.example', { secretKey: ['new secret', 'old secret'] });
  expect(after.derivePreviousKeys('names')).toEqual([before.deriveKey('names')]);
  expect(after.deriveKey('names')).not.toEqual(before.deriveKey('names'));
  expect(before.derivePreviousKeys('names')).toEqual([]);
});

test('close waits for pending calls and may be called again', async () => {
  const gateway = await startGateway(
    (_request, response) => void setTimeout(() => sendJson(response, paymentRecord), 100),
  );
  const client = createClient(gateway.url);
  const record = query(client);
  await client.close();
  await client.close();
  expect(await record).toEqual(paymentRecord);
});

test('requests and responses have the types of their endpoint', () => {
  type Pay = GatewayClient['requestPayment'];
  expectTypeOf<Parameters<Pay>[0]>().toHaveProperty('amount').toEqualTypeOf<number>();
  expectTypeOf<Parameters<Pay>[0]>().not.toHaveProperty('timestamp');
  expectTypeOf<Awaited<ReturnType<Pay>>>().toHaveProperty('transactionNumber').toEqualTypeOf<string>();
  expectTypeOf<Parameters<GatewayClient['getChannels']>['length']>().toEqualTypeOf<0 | 1>();
  expectTypeOf<Awaited<ReturnType<GatewayClient['getProviderChannels']>>[number]>()
    .toHaveProperty('status')
    .toEqualTypeOf<number>();
});

test('the response to a payment has the fields of the interface', async () => {
  const gateway = await startFixedGateway({ result: checkoutResult });
  const response = await pay(createClient(gateway.url));
  expect(response.redirectUrl).toBe('https://gateway.example/pay/T-0001');
});
