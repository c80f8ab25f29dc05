import { expect, test } from 'vitest';
import { fetchTransport, type Fetch } from '../src/index.ts';
import { paymentRecord } from './example-data.ts';
import { findUnusedUrl, startEndlessGateway, startFixedGateway, startGateway } from './stub-gateway.ts';
import { clientOf, pay, query, rejectionOf } from './test-client.ts';

const transport = fetchTransport(fetch);

test('a client sends requests with the configured fetch', async () => {
  const urls: string[] = [];
  const recordingFetch: Fetch = (url, init) => {
    urls.push(url);
    return fetch(url, init);
  };
  const gateway = await startFixedGateway(paymentRecord);
  const client = clientOf(gateway.url, { transport: fetchTransport(recordingFetch) });
  expect(await query(client)).toEqual(paymentRecord);
  expect(urls).toHaveLength(1);
  expect(gateway.requests[0]?.headers['cap-signature']).toMatch(/^[0-9a-f]{64}$/);
});

test('a payment is not sent and is retryable when the connection is refused', async () => {
  const error = await rejectionOf(pay(clientOf(await findUnusedUrl(), { transport })));
  expect(error).toMatchObject({ code: 'gateway-unreachable', retryable: true });
});

test.each([
  ['lost', (end: () => void) => end()],
  ['stalled', () => undefined],
])('the outcome of a payment is unknown when the connection is %s', async (_name, act) => {
  const gateway = await startGateway((_request, response) => act(() => response.destroy()));
  const client = clientOf(gateway.url, { transport, timeoutMs: 300 });
  expect(await rejectionOf(pay(client))).toMatchObject({ code: 'outcome-unknown' });
});

test('a call with an aborted signal is not sent', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  const client = clientOf(gateway.url, { transport });
  const error = await rejectionOf(pay(client, { signal: AbortSignal.abort() }));
  expect(error).toMatchObject({ code: 'gateway-unreachable' });
  expect(gateway.requests).toHaveLength(0);
});

test('a redirect is not followed', async () => {
  const gateway = await startGateway(
    (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
  );
  expect(await rejectionOf(query(clientOf(gateway.url, { transport })))).toMatchObject({
    code: 'invalid-response',
  });
  expect(gateway.requests).toHaveLength(1);
});

test('a response above the maximum size is aborted', async () => {
  const { url, sentBytes } = await startEndlessGateway();
  const client = clientOf(url, { transport, maxResponseBytes: 100_000 });
  expect(await rejectionOf(query(client))).toMatchObject({ code: 'invalid-response' });
  // The buffers of both sockets can hold some megabytes.
  expect(sentBytes()).toBeLessThan(64 * 1024 * 1024);
});

test('a transport with fetch returns the Retry-After header', async () => {
  const gateway = await startGateway(
    (_request, response) => void response.writeHead(503, { 'retry-after': '7' }).end(),
  );
  expect(await rejectionOf(query(clientOf(gateway.url, { transport })))).toMatchObject({
    retryAfterMs: 7000,
  });
});
