import { expect, test } from 'vitest';
import { createFaultBody, loginResult, order, paymentRecord } from './example-data.ts';
import { sendJson, startFixedGateway, startGateway, startTokenGateway } from './stub-gateway.ts';
import { createClient, credentials, pay, query, getRejection } from './test-client.ts';

// Some of these tests take several seconds, because they measure real delays.

const transactionNumber = 'T-0001';
const noDelay = { random: () => 0 };

test.each([
  [undefined, 3],
  [1, 1],
  [5, 5],
])('with readAttempts %s, a failing query is sent %d times', async (readAttempts, expected) => {
  const gateway = await startFixedGateway({}, 503);
  const client = createClient(gateway.url, { ...noDelay, readAttempts });
  expect(await getRejection(query(client))).toMatchObject({ retryable: true });
  expect(gateway.requests).toHaveLength(expected);
});

test('a query succeeds after any temporary failure', async () => {
  for (const failure of [503, 429, 500, 'lost connection'] as const) {
    const gateway = await startGateway((_request, response) => {
      if (gateway.requests.length > 2) sendJson(response, paymentRecord);
      else if (failure === 'lost connection') response.destroy();
      else sendJson(response, createFaultBody(0, 'An internal error occurred'), failure);
    });
    const client = createClient(gateway.url, { ...noDelay, readAttempts: 3 });
    expect(await query(client)).toEqual(paymentRecord);
    expect(gateway.requests).toHaveLength(3);
  }
});

test('a query succeeds after a temporary failure of its login', async () => {
  let logins = 0;
  const { gateway } = await startTokenGateway({
    login: (_request, response) => {
      logins += 1;
      if (logins === 1) sendJson(response, {}, 503);
      else sendJson(response, loginResult);
    },
  });
  const client = createClient(gateway.url, { ...noDelay, credentials, readAttempts: 3 });
  expect(await query(client)).toEqual(paymentRecord);
});

test.each([
  ['a fault', createFaultBody(2010, 'Transaction Not Found'), 400],
  ['an invalid response', { unexpected: true }, 200],
  ['a refused token', {}, 401],
])('a query that ends with %s is not retried', async (_name, body, status) => {
  const gateway = await startFixedGateway(body, status);
  await getRejection(query(createClient(gateway.url, { ...noDelay, readAttempts: 3 })));
  expect(gateway.requests).toHaveLength(1);
});

test('an operation that moves money is never retried after any failure', async () => {
  for (const failure of [429, 500, 503, 'lost connection'] as const) {
    const gateway = await startGateway((_request, response) => {
      if (failure === 'lost connection') response.destroy();
      else sendJson(response, {}, failure);
    });
    const client = createClient(gateway.url, { ...noDelay, readAttempts: 10 });
    await getRejection(pay(client));
    await getRejection(client.initialSession(order));
    await getRejection(client.refundPayment({ transactionNumber, reason: 'broken' }));
    await getRejection(client.processPayment({ transactionNumber, amount: 1 }));
    expect(gateway.requests).toHaveLength(4);
  }
});

interface FailingQuery {
  readonly retryAfter?: string;
  /** The random number that determines the delays, 0 to 1. Default 0. */
  readonly random?: number;
  readonly timeoutMs?: number;
}

/** Sends a query that fails. Returns the times of its requests, in milliseconds after the first request. */
async function measureArrivals({
  retryAfter,
  random = 0,
  timeoutMs = 60_000,
}: FailingQuery): Promise<number[]> {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const arrivalTimes: number[] = [];
  const gateway = await startGateway((_request, response) => {
    arrivalTimes.push(performance.now());
    response.writeHead(503, headers).end();
  });
  const client = createClient(gateway.url, { random: () => random, readAttempts: 3, timeoutMs });
  await getRejection(query(client));
  return arrivalTimes.map((time) => time - (arrivalTimes[0] ?? 0));
}

test('the random delay before a retry grows with each attempt', async () => {
  const [, second = 0, third = 0] = await measureArrivals({ random: 0.9 });
  // The delays are 0.9 of 200 ms and 0.9 of 400 ms. The limits allow for inexact timers.
  expect(second).toBeGreaterThan(170);
  expect(third - second).toBeGreaterThan(350);
});

test('a retry waits for a Retry-After in seconds', async () => {
  const [, second = 0] = await measureArrivals({ retryAfter: '1' });
  expect(second).toBeGreaterThan(990);
});

test('a retry waits for a Retry-After that is a date', async () => {
  const [, second = 0] = await measureArrivals({
    retryAfter: new Date(Date.now() + 3000).toUTCString(),
  });
  // The date has whole seconds, so the delay is between two and three seconds. The limit is longer than the
  // delay without a Retry-After, and allows for inexact timers.
  expect(second).toBeGreaterThan(1000);
});

test('a query rejects immediately when the delay before a retry would exceed the deadline', async () => {
  const startedAt = performance.now();
  expect(await measureArrivals({ retryAfter: '300', timeoutMs: 120_000 })).toHaveLength(1);
  // This limit is shorter than the deadline and Retry-After, and long enough for a busy machine.
  expect(performance.now() - startedAt).toBeLessThan(60_000);
});

test('an abort ends the delay before a retry', async () => {
  const gateway = await startGateway(
    (_request, response) => void response.writeHead(503, { 'retry-after': '120' }).end(),
  );
  const abortController = new AbortController();
  const startedAt = performance.now();
  const client = createClient(gateway.url, {
    readAttempts: 3,
    timeoutMs: 300_000,
    // The client computes the delay with a random number, and then begins to wait.
    random: () => {
      setImmediate(() => abortController.abort());
      return 0;
    },
  });
  const error = await getRejection(query(client, { signal: abortController.signal }));
  expect(error).toMatchObject({ code: 'gateway-unreachable', retryAfterMs: 120_000 });
  expect(performance.now() - startedAt).toBeLessThan(60_000);
});
