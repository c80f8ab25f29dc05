import { inspect } from 'node:util';
import { hmac } from '@pgw/protocol';
import { signatureMessageOfText } from '@pgw/protocol/internal';
import { expect, expectTypeOf, test } from 'vitest';
import type { Exchange, GatewayClient } from '../src/index.ts';
import { checkoutResult, faultBody, loginResult, paymentRecord, rejectedSignature } from './example-data.ts';
import { sendJson, startFixedGateway, startGateway } from './stub-gateway.ts';
import { clientOf, pay, query, rejectionOf, secret } from './test-client.ts';

const password = 'pw-very-secret';
const accessToken = 'access-token-0987654321';

const secrets = [secret, password, accessToken];
const expectNoSecret = (text: string): void => {
  for (const word of secrets) expect(text.toLowerCase()).not.toContain(word.toLowerCase());
};

test.each([
  ['a rejected signature', 400, rejectedSignature],
  ['a fault', 400, faultBody(2009, 'Duplicate')],
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
  const client = clientOf(gateway.url, {
    credentials: { userName: 'shop', password },
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const error = await rejectionOf(pay(client));
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
        : sendJson(response, faultBody(0, 'Login failed!'), 500),
    );
    const client = clientOf(gateway.url, { credentials: { userName: 'shop', password } });
    const error = await rejectionOf(client.getChannels());
    expectNoSecret(inspect(error, { depth: 20, showHidden: true }));
    expectNoSecret(inspect(client, { depth: 20, showHidden: true }));
  }
});

const callbackUrl = 'https://shop.example/pgw/callback';
const callbackBody = Buffer.from('{"status":1,"amount":12345}');
const callbackSignedWith = (key: string) => ({
  rawBody: callbackBody,
  signature: hmac(signatureMessageOfText(callbackUrl, callbackBody.toString()), key),
});

test('verifyCallback accepts a callback of this merchant', () => {
  const client = clientOf('https://gateway.example');
  expect(client.verifyCallback(callbackSignedWith(secret), callbackUrl)).toBe(true);
});

test('verifyCallback refuses another URL, body or secret, and a missing signature', () => {
  const client = clientOf('https://gateway.example');
  const { rawBody, signature } = callbackSignedWith(secret);
  const tampered = Buffer.from('{"status":1,"amount":12346}');
  expect(client.verifyCallback({ rawBody, signature }, `${callbackUrl}/x`)).toBe(false);
  expect(client.verifyCallback({ rawBody: tampered, signature }, callbackUrl)).toBe(false);
  expect(client.verifyCallback({ rawBody, signature: undefined }, callbackUrl)).toBe(false);
  const other = clientOf('https://gateway.example', { secretKey: 'other' });
  expect(other.verifyCallback({ rawBody, signature }, callbackUrl)).toBe(false);
});

test('callbacks are verified with the current and the previous secret, and counted for each secret', () => {
  const client = clientOf('https://gateway.example', { secretKey: ['new secret', 'old secret'] });
  expect(client.verifyCallback(callbackSignedWith('old secret'), callbackUrl)).toBe(true);
  expect(client.verifyCallback(callbackSignedWith('old secret'), callbackUrl)).toBe(true);
  expect(client.verifyCallback(callbackSignedWith('new secret'), callbackUrl)).toBe(true);
  expect(client.verifyCallback(callbackSignedWith('another'), callbackUrl)).toBe(false);
  expect(client.verifiedCallbacks()).toEqual([1, 2]);
});

test('requests are signed with the current secret', async () => {
  let signature: unknown;
  const gateway = await startGateway((request, response) => {
    signature = request.headers['cap-signature'];
    sendJson(response, { result: paymentRecord });
  });
  let message = '';
  const client = clientOf(gateway.url, {
    secretKey: ['new secret', 'old secret'],
    onExchange: (exchange) => (message = exchange.signedMessage ?? ''),
  });
  await query(client);
  expect(signature).toBe(hmac(message, 'new secret'));
});

test('deriveKey returns one key for each purpose and secret', () => {
  const keyOf = (secretKey: string, purpose: string): string =>
    Buffer.from(clientOf('https://gateway.example', { secretKey }).deriveKey(purpose)).toString('hex');
  expect(keyOf('one', 'cards')).toMatch(/^[0-9a-f]{64}$/);
  expect(keyOf('one', 'cards')).toBe(keyOf('one', 'cards'));
  expect(new Set([keyOf('one', 'cards'), keyOf('one', 'tries'), keyOf('two', 'cards')]).size).toBe(3);
});

test('derivePreviousKeys returns the key of the previous secret', () => {
  const before = clientOf('https://gateway.example', { secretKey: 'old secret' });
  const after = clientOf('https://gateway.example', { secretKey: ['new secret', 'old secret'] });
  expect(after.derivePreviousKeys('names')).toEqual([before.deriveKey('names')]);
  expect(after.deriveKey('names')).not.toEqual(before.deriveKey('names'));
  expect(before.derivePreviousKeys('names')).toEqual([]);
});

test('close waits for pending calls and may be called again', async () => {
  const gateway = await startGateway(
    (_request, response) => void setTimeout(() => sendJson(response, paymentRecord), 100),
  );
  const client = clientOf(gateway.url);
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
  const response = await pay(clientOf(gateway.url));
  expect(response.redirectUrl).toBe('https://gateway.example/pay/T-0001');
});
