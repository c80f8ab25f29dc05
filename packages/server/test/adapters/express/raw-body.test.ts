import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import { captureRawBody } from '../../../src/adapters/express/index.ts';
import { readRawBody } from '../../../src/adapters/express/raw-body.ts';
import { waitForFulfillments, openShop, type Shop, type ShopOptions } from '../../shop.ts';

async function openTestShop(options: ShopOptions): Promise<Shop> {
  const shop = await openShop(options);
  onTestFinished(() => shop.close());
  return shop;
}

it.each([
  ['no bodies', undefined],
  ['text bodies', express.text({ type: '*/*' })],
  ['raw bodies', express.raw({ type: '*/*' })],
  ['only forms', express.urlencoded({ extended: true })],
  ['JSON and keeps the raw bytes', express.json({ verify: captureRawBody })],
])(
  'payments start and become paid by callbacks in an app that parses %s before the checkout',
  async (_bodies, parser) => {
    const shop = await openTestShop({ setUpApp: (app) => parser && app.use(parser) });
    const { transactionNumber } = await shop.startPayment();
    shop.sandbox.decide(transactionNumber, 'approve');
    await waitForFulfillments(shop, 1);
  },
);

it('no payment starts in an app that parses JSON without keeping the raw bytes, and the response names the fix', async () => {
  const shop = await openTestShop({ setUpApp: (app) => app.use(express.json()) });
  const response = await shop.start();
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({
    code: 'body-already-parsed',
    detail: expect.stringMatching(
      /mount the checkout before it.*express\.json\(\{ verify: captureRawBody \}\)/,
    ),
  });
  expect(shop.events[0]?.message).toMatch(/captureRawBody/);
  expect(shop.sandbox.listPayments()).toEqual([]);
});

/**
 * Sends a body in these pieces and returns the text that readRawBody reads. The sender disconnects after the
 * last piece.
 */
async function sendAndRead(head: string, pieces: readonly string[]): Promise<string> {
  const body = Promise.withResolvers<string>();
  // Prevents an unhandled rejection when the body is refused before all pieces are sent.
  body.promise.catch(() => undefined);
  const server = createServer((req: IncomingMessage, res) => {
    readRawBody(req).then((bytes) => body.resolve(bytes.toString()), body.reject);
    res.on('error', () => undefined);
  });
  let serverSocket: Socket | undefined;
  server.once('connection', (connection) => (serverSocket = connection));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  // Each piece arrives separately.
  const isReceived = (): boolean => serverSocket?.bytesRead === socket.bytesWritten;
  for (const piece of [`POST / HTTP/1.1\r\nHost: shop.example\r\n${head}\r\n\r\n`, ...pieces]) {
    socket.write(piece);
    await vi.waitUntil(isReceived, { interval: 1, timeout: 45_000 });
  }
  socket.destroy();
  return body.promise;
}

it('a body with a Content-Length is read completely in one or several pieces', async () => {
  expect(await sendAndRead('Content-Length: 7', ['{"a":1}'])).toBe('{"a":1}');
  expect(await sendAndRead('Content-Length: 7', ['{"a', '":', '1}'])).toBe('{"a":1}');
  expect(await sendAndRead('Content-Length: 0', [])).toBe('');
});

it('a chunked body is read completely', async () => {
  const chunks = ['3\r\n{"a\r\n', '4\r\n":1}\r\n', '0\r\n\r\n'];
  expect(await sendAndRead('Transfer-Encoding: chunked', chunks)).toBe('{"a":1}');
});

it('reading a body fails when the sender disconnects before its end', async () => {
  await expect(sendAndRead('Content-Length: 100', ['{"a":'])).rejects.toThrow();
  await expect(sendAndRead('Transfer-Encoding: chunked', ['5\r\n{"a":\r\n'])).rejects.toThrow();
});

it('a body over 100,000 bytes is refused, with a Content-Length or in chunks', async () => {
  const tooLarge = { code: 'body-too-large' };
  const body = 'x'.repeat(100_001);
  await expect(sendAndRead('Content-Length: 100001', [body])).rejects.toMatchObject(tooLarge);
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  await expect(sendAndRead('Transfer-Encoding: chunked', [chunk])).rejects.toMatchObject(tooLarge);
});
