import { expect, test } from 'vitest';
import type { GatewayClient } from '../src/index.ts';
import { createFaultBody, loginResult, paymentRecord } from './example-data.ts';
import { sendJson, startTokenGateway, type RequestHandler, type StubGateway } from './stub-gateway.ts';
import { createClient, credentials, pay, query, getRejection } from './test-client.ts';

const secondsPerDay = 86_400;

interface SwitchableLogin {
  readonly gateway: StubGateway;
  /** Returns the number of logins. */
  readonly countLogins: () => number;
  /** Replaces the handler of logins. */
  readonly setLogin: (handler: RequestHandler) => void;
}

/** Starts a gateway whose login succeeds until the test replaces its handler. */
async function startSwitchableLogin(): Promise<SwitchableLogin> {
  let login: RequestHandler = (_request, response) => sendJson(response, loginResult);
  const { gateway, countLogins } = await startTokenGateway({
    login: (request, response) => login(request, response),
  });
  return { gateway, countLogins, setLogin: (handler) => void (login = handler) };
}

interface ClientWithClock {
  readonly client: GatewayClient;
  /** Moves the clock of the client forward. */
  readonly passSeconds: (seconds: number) => void;
}

/** Creates a client that logs in and has its own clock. */
function createClientWithClock({ url }: StubGateway): ClientWithClock {
  let time = 1_790_000_000_000;
  const client = createClient(url, { credentials, now: () => time });
  return { client, passSeconds: (seconds) => void (time += seconds * 1000) };
}

test('50 concurrent requests share one login', async () => {
  const { gateway, countLogins } = await startTokenGateway();
  const client = createClient(gateway.url, { credentials });
  const records = await Promise.all(Array.from({ length: 50 }, () => query(client)));
  expect(records).toHaveLength(50);
  expect(countLogins()).toBe(1);
  expect(new Set(gateway.findRequestsTo('/Query').map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer token-1']),
  );
});

test('the token of a login is renewed five minutes before it expires, and not earlier', async () => {
  const { gateway, countLogins } = await startTokenGateway();
  const { client, passSeconds } = createClientWithClock(gateway);
  await query(client);
  passSeconds(secondsPerDay - 301);
  await query(client);
  expect(countLogins()).toBe(1);
  passSeconds(2);
  await query(client);
  await expect.poll(countLogins).toBe(2);
  const tokenOfNewQuery = async (): Promise<unknown> => {
    await query(client);
    return gateway.findRequestsTo('/Query').at(-1)?.headers.authorization;
  };
  await expect.poll(tokenOfNewQuery).toBe('Bearer token-2');
  expect(countLogins()).toBe(2);
});

test('requests do not wait for the renewal of a valid token', async () => {
  const { gateway, countLogins, setLogin } = await startSwitchableLogin();
  const { client, passSeconds } = createClientWithClock(gateway);
  await query(client);
  setLogin(() => undefined);
  passSeconds(secondsPerDay - 60);
  expect(await Promise.all([query(client), query(client)])).toEqual([paymentRecord, paymentRecord]);
  expect(countLogins()).toBe(2);
});

test('a token with a short lifetime is renewed after 90 % of its lifetime', async () => {
  const { gateway, countLogins } = await startTokenGateway({ lifetimeSeconds: 60 });
  const { client, passSeconds } = createClientWithClock(gateway);
  await query(client);
  passSeconds(53);
  await query(client);
  expect(countLogins()).toBe(1);
  passSeconds(2);
  await query(client);
  await expect.poll(countLogins).toBe(2);
});

test('a valid token is used after a failed renewal until it expires', async () => {
  const { gateway, setLogin } = await startSwitchableLogin();
  const { client, passSeconds } = createClientWithClock(gateway);
  await query(client);
  setLogin((_request, response) => sendJson(response, {}, 503));
  passSeconds(secondsPerDay - 60);
  expect(await query(client)).toEqual(paymentRecord);
  passSeconds(60);
  expect(await getRejection(query(client))).toMatchObject({ code: 'gateway-unreachable', retryable: true });
});

test('after a failed renewal, calls use the valid token, and the next login is sent 10 seconds later', async () => {
  const { gateway, countLogins, setLogin } = await startSwitchableLogin();
  const { client, passSeconds } = createClientWithClock(gateway);
  await query(client);
  setLogin((_request, response) => sendJson(response, createFaultBody(0, 'Login failed!'), 401));
  passSeconds(secondsPerDay - 60);
  for (let call = 0; call < 20; call += 1) await query(client);
  passSeconds(9);
  await query(client);
  expect(countLogins()).toBe(2);
  passSeconds(1);
  await query(client);
  await expect.poll(countLogins).toBe(3);
  passSeconds(50);
  expect(await getRejection(query(client))).toMatchObject({ code: 'unauthorized' });
});

test('many concurrent HTTP 401 responses cause one login', async () => {
  const { gateway, refusedTokens, countLogins } = await startTokenGateway();
  const client = createClient(gateway.url, { credentials });
  await query(client);
  refusedTokens.add('token-1');
  await Promise.all(Array.from({ length: 50 }, () => query(client)));
  expect(countLogins()).toBe(2);
});

test.each([
  ['HTTP 401', 401, {}],
  ['a fault with HTTP 500', 500, createFaultBody(0, 'Login failed!')],
  ['a fault with HTTP 200', 200, createFaultBody(0, 'Invalid user name or password')],
])(
  'after a login is refused with %s, a payment rejects as unauthorized and is not sent',
  async (_name, status, body) => {
    const { gateway } = await startTokenGateway({
      login: (_request, response) => sendJson(response, body, status),
    });
    const error = await getRejection(pay(createClient(gateway.url, { credentials })));
    expect(error).toMatchObject({
      code: 'unauthorized',
      retryable: false,
      ids: { endpoint: 'requestPayment', referenceCode: 'ORD-2026/0001' },
    });
    expect(gateway.findRequestsTo('/RequestPayment')).toHaveLength(0);
  },
);

test('a payment that waits for a login until its deadline is not sent, and is retryable', async () => {
  const { gateway } = await startTokenGateway({ login: () => undefined });
  const client = createClient(gateway.url, { credentials });
  const error = await getRejection(pay(client, { timeoutMs: 200 }));
  expect(error).toMatchObject({ code: 'gateway-unreachable', retryable: true });
  expect(gateway.findRequestsTo('/RequestPayment')).toHaveLength(0);
});

test('a login continues for the second caller when the first caller aborts', async () => {
  const { gateway, countLogins } = await startTokenGateway();
  const client = createClient(gateway.url, { credentials });
  const aborter = new AbortController();
  const first = getRejection(query(client, { signal: aborter.signal }));
  const second = query(client);
  aborter.abort();
  expect(await first).toMatchObject({ code: 'gateway-unreachable' });
  expect(await second).toEqual(paymentRecord);
  expect(countLogins()).toBe(1);
});

test('a call with a refused fixed token rejects as unauthorized without a retry', async () => {
  const { gateway, refusedTokens } = await startTokenGateway();
  refusedTokens.add('fixed');
  const error = await getRejection(query(createClient(gateway.url, { credentials: 'fixed' })));
  expect(error).toMatchObject({ code: 'unauthorized', message: expect.stringContaining('HTTP 401') });
  expect(gateway.requests).toHaveLength(1);
});

test('a credentials function is called again after HTTP 401, and the request is sent again once', async () => {
  const { gateway, refusedTokens } = await startTokenGateway();
  refusedTokens.add('a1');
  let functionCalls = 0;
  const client = createClient(gateway.url, { credentials: async () => `a${(functionCalls += 1)}` });
  expect(await query(client)).toEqual(paymentRecord);
  expect(functionCalls).toBe(2);
  expect(gateway.findRequestsTo('/Query')).toHaveLength(2);
});

test('a call rejects as unauthorized without a retry when the credentials function returns the refused token again', async () => {
  const { gateway, refusedTokens } = await startTokenGateway();
  refusedTokens.add('same');
  expect(await getRejection(query(createClient(gateway.url, { credentials: () => 'same' })))).toMatchObject({
    code: 'unauthorized',
  });
  expect(gateway.findRequestsTo('/Query')).toHaveLength(1);
});

test.each([
  ['throws', () => Promise.reject(new Error('vault is sealed'))],
  ['returns nothing', () => ''],
  ['returns text that is invalid in a header', () => 'a\r\nX-Evil: 1'],
])(
  'a call whose credentials function %s rejects as unauthorized, and nothing is sent',
  async (_name, failing) => {
    const { gateway } = await startTokenGateway();
    expect(await getRejection(query(createClient(gateway.url, { credentials: failing })))).toMatchObject({
      code: 'unauthorized',
    });
    expect(gateway.requests).toHaveLength(0);
  },
);

test('a credentials function that never returns does not delay a request beyond its deadline', async () => {
  const { gateway } = await startTokenGateway();
  const client = createClient(gateway.url, {
    credentials: () => new Promise(() => undefined),
    timeoutMs: 100,
  });
  expect(await getRejection(query(client))).toMatchObject({ code: 'gateway-unreachable', retryable: true });
});
