import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { DeadlineError, startDeadline } from '../src/deadline.ts';
import { loginResult, paymentRecord } from './example-data.ts';
import { sendJson, startFixedGateway, startGateway } from './stub-gateway.ts';
import { createClient, credentials, pay, query, getRejection } from './test-client.ts';

test('a call with an aborted signal sends nothing', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  const error = await getRejection(pay(createClient(gateway.url), { signal: AbortSignal.abort() }));
  expect(error).toMatchObject({ code: 'gateway-unreachable', retryable: true });
  expect(gateway.requests).toHaveLength(0);
});

test('an abort ends a pending payment immediately with the outcome unknown', async () => {
  const aborter = new AbortController();
  const gateway = await startGateway(() => aborter.abort());
  const error = await getRejection(pay(createClient(gateway.url), { signal: aborter.signal }));
  expect(error).toMatchObject({
    code: 'outcome-unknown',
    message: expect.stringContaining('the caller aborted the request'),
  });
});

test('an abort ends a query with a retryable error', async () => {
  const aborter = new AbortController();
  const gateway = await startGateway(() => aborter.abort(new Error('shutting down')));
  const { signal } = aborter;
  expect(await getRejection(createClient(gateway.url).getChannels({ signal }))).toMatchObject({
    code: 'gateway-unreachable',
    retryable: true,
    message: expect.stringContaining('shutting down'),
  });
});

test('an abort closes the connection to the gateway', async () => {
  const aborter = new AbortController();
  let isClosed = false;
  const gateway = await startGateway((_request, response) => {
    response.on('close', () => (isClosed = true));
    aborter.abort();
  });
  await getRejection(createClient(gateway.url).getChannels({ signal: aborter.signal }));
  await vi.waitFor(() => expect(isClosed).toBe(true), 45_000);
});

test('an abort after the response has no effect', async () => {
  const aborter = new AbortController();
  const gateway = await startFixedGateway(paymentRecord);
  const client = createClient(gateway.url);
  const options = { signal: aborter.signal };
  const record = await query(client, options);
  aborter.abort();
  expect(record).toEqual(paymentRecord);
  expect(await query(client)).toEqual(paymentRecord);
});

test('one time limit applies to the login and the request together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const login = Promise.withResolvers<ServerResponse>();
    const payment = Promise.withResolvers<ServerResponse>();
    const gateway = await startGateway(({ path }, response) =>
      (path.endsWith('/Authenticate') ? login : payment).resolve(response),
    );
    const error = getRejection(pay(createClient(gateway.url, { credentials, timeoutMs: 500 })));
    const loginResponse = await login.promise;
    vi.advanceTimersByTime(300);
    sendJson(loginResponse, loginResult);
    // The gateway has received the payment request, and does not respond.
    await payment.promise;
    vi.advanceTimersByTime(200);
    expect(await error).toMatchObject({ code: 'outcome-unknown' });
  } finally {
    vi.useRealTimers();
  }
});

test('a deadline aborts with a DeadlineError, and a cleared deadline never aborts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const deadline = startDeadline(20, undefined);
    const error = getRejection(deadline.race(new Promise(() => undefined)));
    const cleared = startDeadline(20, undefined);
    cleared.clear();
    vi.advanceTimersByTime(60);
    expect(await error).toBeInstanceOf(DeadlineError);
    expect(cleared.signal.aborted).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
