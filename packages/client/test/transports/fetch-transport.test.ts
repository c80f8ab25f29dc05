import { expect, test } from 'vitest';
import { fetchTransport, type Fetch } from '../../src/index.ts';
import { paymentRecord } from '../example-data.ts';
import {
  findUnusedUrl,
  startEndlessGateway,
  startFixedGateway,
  startGateway,
  type RequestHandler,
} from '../stub-gateway.ts';
import { createClient, pay, query, getRejection } from '../test-client.ts';

const transport = fetchTransport(fetch);

test('a client with fetchTransport sends its requests with the configured fetch', async () => {
  const urls: string[] = [];
  const recordingFetch: Fetch = (url, init) => {
    urls.push(url);
    return fetch(url, init);
  };
  const gateway = await startFixedGateway(paymentRecord);
  const client = createClient(gateway.url, { transport: fetchTransport(recordingFetch) });
  expect(await query(client)).toEqual(paymentRecord);
  expect(urls).toHaveLength(1);
  expect(gateway.requests[0]?.headers['cap-signature']).toMatch(/^[0-9a-f]{64}$/);
});

test('with fetch, a payment is not sent and is retryable when the connection is refused', async () => {
  const error = await getRejection(pay(createClient(await findUnusedUrl(), { transport })));
  expect(error).toMatchObject({ code: 'gateway-unreachable', retryable: true });
});

test.each<[string, RequestHandler]>([
  ['the connection is lost', (_request, response) => void response.destroy()],
  ['the gateway does not respond', () => undefined],
])('with fetch, the outcome of a payment is unknown when %s', async (_name, respond) => {
  const gateway = await startGateway(respond);
  const client = createClient(gateway.url, { transport, timeoutMs: 300 });
  expect(await getRejection(pay(client))).toMatchObject({ code: 'outcome-unknown' });
});

test('with fetch, a call with an aborted signal is not sent', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  const client = createClient(gateway.url, { transport });
  const error = await getRejection(pay(client, { signal: AbortSignal.abort() }));
  expect(error).toMatchObject({ code: 'gateway-unreachable' });
  expect(gateway.requests).toHaveLength(0);
});

test('with fetch, a redirect is not followed', async () => {
  const gateway = await startGateway(
    (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
  );
  expect(await getRejection(query(createClient(gateway.url, { transport })))).toMatchObject({
    code: 'invalid-response',
  });
  expect(gateway.requests).toHaveLength(1);
});

test('with fetch, a response above the maximum size is aborted', async () => {
  const { url, countSentBytes } = await startEndlessGateway();
  const client = createClient(url, { transport, maxResponseBytes: 100_000 });
  expect(await getRejection(query(client))).toMatchObject({ code: 'invalid-response' });
  // The buffers of both sockets can hold some megabytes.
  expect(countSentBytes()).toBeLessThan(64 * 1024 * 1024);
});

test('with fetch, the error of a response has the delay of Retry-After', async () => {
  const gateway = await startGateway(
    (_request, response) => void response.writeHead(503, { 'retry-after': '7' }).end(),
  );
  expect(await getRejection(query(createClient(gateway.url, { transport })))).toMatchObject({
    retryAfterMs: 7000,
  });
});
