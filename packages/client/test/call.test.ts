import { expect, test } from 'vitest';
import type { Exchange } from '../src/index.ts';
import { checkoutResult, paymentRecord } from './example-data.ts';
import { startFixedGateway, startGateway, startTokenGateway } from './stub-gateway.ts';
import { createClient, credentials, pay, query, getRejection } from './test-client.ts';

test('after HTTP 401, a request is sent again once with a new token', async () => {
  const { gateway, refusedTokens, countLogins } = await startTokenGateway();
  const client = createClient(gateway.url, { credentials });
  await query(client);
  refusedTokens.add('token-1');
  expect(await pay(client)).toEqual(checkoutResult);
  expect(countLogins()).toBe(2);
  const tokens = gateway.findRequestsTo('/RequestPayment').map(({ headers }) => headers.authorization);
  expect(tokens).toEqual(['Bearer token-1', 'Bearer token-2']);
});

test('after two HTTP 401 responses, a request is not sent again', async () => {
  const { gateway, refusedTokens, countLogins } = await startTokenGateway();
  for (let n = 1; n < 9; n += 1) refusedTokens.add(`token-${n}`);
  const error = await getRejection(pay(createClient(gateway.url, { credentials })));
  expect(error).toMatchObject({
    code: 'unauthorized',
    retryable: false,
    ids: { endpoint: 'requestPayment', referenceCode: 'ORD-2026/0001' },
  });
  expect(gateway.findRequestsTo('/RequestPayment')).toHaveLength(2);
  expect(countLogins()).toBe(2);
});

test('after HTTP 401, a request is sent again with the same body and signature', async () => {
  const { gateway, refusedTokens } = await startTokenGateway();
  refusedTokens.add('token-1');
  await pay(createClient(gateway.url, { credentials }));
  const [first, second] = gateway.findRequestsTo('/RequestPayment');
  expect(second?.rawBody).toBe(first?.rawBody);
  expect(second?.headers['cap-signature']).toBe(first?.headers['cap-signature']);
});

test('onExchange receives the refused request, the login and the repeated request', async () => {
  const { gateway, refusedTokens } = await startTokenGateway();
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange): void => void exchanges.push(exchange);
  refusedTokens.add('token-1');
  await query(createClient(gateway.url, { credentials, onExchange }));
  expect(exchanges.map(({ endpoint, outcome, httpStatus }) => [endpoint, outcome, httpStatus])).toEqual([
    ['authenticate', 'done', 200],
    ['queryPayment', 'unauthorized', 401],
    ['authenticate', 'done', 200],
    ['queryPayment', 'done', 200],
  ]);
});

test('with readAttempts 1, an HTTP error other than 401 does not cause a second request', async () => {
  for (const status of [400, 403, 404, 408, 409, 429, 500, 502, 503, 504]) {
    const gateway = await startFixedGateway({}, status);
    // After HTTP 401, the client would send a request again, because each call returns another token.
    const client = createClient(gateway.url, { readAttempts: 1, credentials: () => `t${Math.random()}` });
    await getRejection(pay(client));
    await getRejection(query(client));
    expect(gateway.requests).toHaveLength(2);
  }
});

test('a token with the scheme Bearer is sent unchanged', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  await query(createClient(gateway.url, { credentials: 'Bearer abc' }));
  expect(gateway.requests[0]?.headers.authorization).toBe('Bearer abc');
});

test('the timeoutMs of a call limits this call', async () => {
  const gateway = await startGateway(() => undefined);
  const error = await getRejection(createClient(gateway.url).getChannels({ timeoutMs: 100 }));
  expect(error).toMatchObject({ message: expect.stringContaining('time limit of 100 ms was exceeded') });
});

test.each([0, -1, 1.5, Number.NaN, 2 ** 31])(
  'a time limit of %d ms is refused, and nothing is sent',
  async (timeoutMs) => {
    const gateway = await startFixedGateway([]);
    expect(await getRejection(createClient(gateway.url).getChannels({ timeoutMs }))).toMatchObject({
      code: 'invalid-request',
      violations: [{ path: 'options.timeoutMs' }],
    });
    expect(gateway.requests).toHaveLength(0);
  },
);
