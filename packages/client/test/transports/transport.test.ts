import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pooledTransport, TransportError, type TransportResponse } from '../../src/index.ts';
import { paymentRecord } from '../example-data.ts';
import { findUnusedUrl, listen, sendJson, startEndlessGateway, startGateway } from '../stub-gateway.ts';
import { createClient, pay, query, getRejection } from '../test-client.ts';

/** Starts a TCP server that calls `handle` for each connection. Returns its URL. */
async function startSocketServer(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    handle(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listen(server);
}

/** The maximum number of connections of the default transport. */
const maxConnections = 64;

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Gateways that receive a request and never send a complete response. */
const stallingGateways: readonly [string, (socket: Socket) => void][] = [
  ['accepts the request and stalls', () => undefined],
  ['stalls in the middle of the head', (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-')],
  [
    'stalls in the middle of the body',
    (socket) => void socket.write(`${head}content-length: 100\r\n\r\n{"res`),
  ],
  [
    'sends its body in single bytes',
    (socket) => {
      socket.write(`${head}content-length: 100000\r\n\r\n`);
      const timer = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(timer));
    },
  ],
];

/** Starts a gateway that calls `respond` for the request of each connection. Returns its URL. */
function startSocketGateway(respond: (socket: Socket) => void): Promise<string> {
  return startSocketServer((socket) => void socket.once('data', () => respond(socket)));
}

test.each(stallingGateways)(
  'a query ends at its deadline when the gateway %s',
  async (_behaviour, respond) => {
    const url = await startSocketGateway(respond);
    const error = await getRejection(query(createClient(url, { timeoutMs: 300 })));
    expect(error).toMatchObject({ code: 'gateway-unreachable', retryable: true });
  },
);

test.each(stallingGateways)(
  'the outcome of a payment is unknown at its deadline when the gateway %s',
  async (_behaviour, respond) => {
    const url = await startSocketGateway(respond);
    const error = await getRejection(pay(createClient(url, { timeoutMs: 300 })));
    expect(error).toMatchObject({
      code: 'outcome-unknown',
      retryable: false,
      message: expect.stringContaining('time limit of 300 ms was exceeded'),
      ids: { referenceCode: 'ORD-2026/0001' },
    });
  },
);

test.each<[string, (socket: Socket) => void]>([
  ['before its response', (socket) => void socket.destroy()],
  ['with a reset', (socket) => void socket.resetAndDestroy()],
  ['in the middle of its body', (socket) => void socket.end(`${head}content-length: 100\r\n\r\n{"res`)],
  ['after a response that is not HTTP', (socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
])(
  'a query is retryable, and the outcome of a payment is unknown, after a connection is lost %s',
  async (_condition, breakConnection) => {
    let requestCount = 0;
    const url = await startSocketGateway((socket) => {
      requestCount += 1;
      breakConnection(socket);
    });
    const client = createClient(url);
    expect(await getRejection(query(client))).toMatchObject({ code: 'gateway-unreachable', retryable: true });
    expect(requestCount).toBe(1);
    expect(await getRejection(pay(client))).toMatchObject({ code: 'outcome-unknown', retryable: false });
    expect(requestCount).toBe(2);
  },
);

test('after a kept connection is lost, the pool sends a query again once, and never a payment', async () => {
  const gateway = await startGateway((_request, response) => {
    if (gateway.requests.length === 1) sendJson(response, paymentRecord);
    else response.destroy();
  });
  const client = createClient(gateway.url);
  await query(client);
  expect(await getRejection(pay(client))).toMatchObject({ code: 'outcome-unknown' });
  expect(gateway.findRequestsTo('/RequestPayment')).toHaveLength(1);
  expect(await getRejection(query(client))).toMatchObject({ code: 'gateway-unreachable' });
  // The query is repeated on a new connection, which the gateway closes too.
  expect(gateway.requests).toHaveLength(4);
});

const expectedNotSentError = {
  code: 'gateway-unreachable',
  retryable: true,
  ids: { referenceCode: 'ORD-2026/0001' },
};

test('a payment is not sent and is retryable when the connection is refused', async () => {
  expect(await getRejection(pay(createClient(await findUnusedUrl())))).toMatchObject(expectedNotSentError);
});

test('a payment is not sent and is retryable when the host name cannot be resolved', async () => {
  const client = createClient('https://gateway.invalid', { timeoutMs: 4000 });
  expect(await getRejection(pay(client))).toMatchObject(expectedNotSentError);
});

test('a payment is not sent and is retryable when TLS does not complete before the deadline', async () => {
  const url = await startSocketServer(() => undefined);
  const client = createClient(url.replace('http:', 'https:'), { timeoutMs: 300 });
  expect(await getRejection(pay(client))).toMatchObject(expectedNotSentError);
});

test('a payment is not sent and is retryable when the server does not support TLS', async () => {
  const url = await startSocketServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await getRejection(pay(createClient(url.replace('http:', 'https:'))))).toMatchObject(
    expectedNotSentError,
  );
});

test('a payment is not sent and is retryable when no connection is free before its deadline', async () => {
  const openResponses: ServerResponse[] = [];
  const gateway = await startGateway((_request, response) => void openResponses.push(response));
  const client = createClient(gateway.url);
  const pendingQueries = Array.from({ length: maxConnections }, () => query(client));
  await vi.waitFor(() => expect(openResponses).toHaveLength(maxConnections), { timeout: 45_000 });
  expect(await getRejection(pay(client, { timeoutMs: 100 }))).toMatchObject(expectedNotSentError);
  for (const response of openResponses) sendJson(response, paymentRecord);
  await Promise.all(pendingQueries);
  await client.close();
  expect(gateway.findRequestsTo('/RequestPayment')).toHaveLength(0);
});

test('a payment is not sent and is retryable after the client was closed', async () => {
  const client = createClient('https://gateway.example');
  await client.close();
  expect(await getRejection(pay(client))).toMatchObject(expectedNotSentError);
});

test('a response above the maximum size is invalid for a query, and leaves the outcome of a payment unknown', async () => {
  const { url } = await startEndlessGateway();
  const client = createClient(url, { maxResponseBytes: 200_000 });
  expect(await getRejection(query(client))).toMatchObject({
    code: 'invalid-response',
    message: expect.stringContaining('200000 bytes'),
  });
  expect(await getRejection(pay(client))).toMatchObject({ code: 'outcome-unknown' });
});

test('a response above the maximum size is not read further', async () => {
  const { url, countSentBytes } = await startEndlessGateway();
  await getRejection(query(createClient(url, { maxResponseBytes: 200_000 })));
  // The buffers of both sockets can hold some megabytes.
  expect(countSentBytes()).toBeLessThan(64 * 1024 * 1024);
});

test('a response of exactly the maximum size is accepted', async () => {
  const text = JSON.stringify(paymentRecord);
  const gateway = await startGateway((_request, response) => void response.end(text));
  expect(await query(createClient(gateway.url, { maxResponseBytes: text.length }))).toEqual(paymentRecord);
  const tooSmall = createClient(gateway.url, { maxResponseBytes: text.length - 1 });
  expect(await getRejection(query(tooSmall))).toMatchObject({ code: 'invalid-response' });
});

test('successive calls use the same connections', async () => {
  const ports = new Set<number | undefined>();
  const gateway = await startGateway((_request, response) => {
    ports.add(response.socket?.remotePort);
    sendJson(response, paymentRecord);
  });
  const client = createClient(gateway.url);
  for (let call = 0; call < 12; call += 1) await query(client);
  // After a response, the pool does not use the socket for one turn of the event loop. It may use a second
  // socket.
  expect(ports.size).toBeLessThanOrEqual(2);
});

test('many concurrent calls use at most 64 connections, and all receive a response', async () => {
  const ports = new Set<number | undefined>();
  const gateway = await startGateway((_request, response) => {
    ports.add(response.socket?.remotePort);
    setTimeout(() => sendJson(response, paymentRecord), 5);
  });
  const client = createClient(gateway.url);
  const records = await Promise.all(Array.from({ length: 300 }, () => query(client)));
  expect(records).toHaveLength(300);
  expect(ports.size).toBeLessThanOrEqual(maxConnections);
});

test('the pool refuses an origin that is not a URL', () => {
  expect(() => pooledTransport('gateway.example')).toThrow('origin must be an address');
});

test('the pool does not send a request whose signal is already aborted, and reports maybeSent false', async () => {
  const transport = pooledTransport('https://gateway.example');
  onTestFinished(() => transport.close());
  const request = { url: 'https://gateway.example/x', method: 'GET', headers: {}, body: undefined } as const;
  const limits = { signal: AbortSignal.abort(), maxResponseBytes: 100 };
  const error = await getRejection(transport.send({ ...request, ...limits }));
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({ failure: 'aborted', maybeSent: false });
});

const createResponse = (body: unknown): TransportResponse => ({
  status: 200,
  retryAfter: undefined,
  body: Buffer.from(JSON.stringify(body)),
});

test('a custom transport sends the requests', async () => {
  const urls: string[] = [];
  const transport = {
    async send({ url }: { url: string }) {
      urls.push(url);
      return createResponse(paymentRecord);
    },
    close: async () => undefined,
  };
  expect(await query(createClient('https://gateway.example', { transport }))).toEqual(paymentRecord);
  expect(urls[0]).toMatch(/^https:\/\/gateway\.example\/api\/services\/app\/PaymentGateway\/Query\?/);
});

test('a call ends at its deadline when a custom transport ignores the signal', async () => {
  const transport = { send: () => new Promise<never>(() => undefined), close: async () => undefined };
  const client = createClient('https://gateway.example', { transport, timeoutMs: 50 });
  expect(await getRejection(pay(client))).toMatchObject({ code: 'outcome-unknown' });
  expect(await getRejection(query(client))).toMatchObject({ code: 'gateway-unreachable', retryable: true });
});

test('the outcome of a payment is unknown when a custom transport throws another error than TransportError', async () => {
  const transport = {
    send: () => Promise.reject(new Error('proxy failed')),
    close: async () => undefined,
  };
  const client = createClient('https://gateway.example', { transport });
  expect(await getRejection(pay(client))).toMatchObject({
    code: 'outcome-unknown',
    message: expect.stringContaining('proxy failed'),
  });
});
