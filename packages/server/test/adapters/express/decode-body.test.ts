import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import express, { type Express } from 'express';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openShop, waitForFulfillments } from '../../shop.ts';
import { encoders, openApprovedShop, readers } from './compressed-callbacks.ts';
import { isNightly } from '../../../../../scripts/nightly.ts';

it.each(readers)('a compressed callback is accepted when %s reads it', async (_reader, setUpApp) => {
  const { shop, sendEncoded } = await openApprovedShop(setUpApp);
  for (const [coding, encode] of Object.entries(encoders).filter(([name]) => name !== 'raw deflate'))
    expect(await sendEncoded(coding, encode), coding).toBe(200);
  await waitForFulfillments(shop, 1);
});

it.each(readers)(
  'unsupported codings, damaged bodies and bodies that are too large are refused when %s reads them',
  async (_reader, setUpApp) => {
    const { sendEncoded } = await openApprovedShop(setUpApp);
    for (const coding of ['compress', 'x-gzip', 'gzip, gzip', 'identity, gzip', 'gzip;q=1', '*'])
      expect(await sendEncoded(coding, gzipSync), coding).toBe(415);
    expect(await sendEncoded('deflate', encoders['raw deflate'] ?? gzipSync)).toBe(400);
    expect(await sendEncoded('gzip', () => Buffer.from([1, 2, 3]))).toBe(400);
    expect(await sendEncoded('gzip', (body) => gzipSync(body).subarray(0, 20))).toBe(400);
    expect(await sendEncoded('gzip', () => gzipSync(Buffer.alloc(50_000_000, ' ')))).toBe(413);
    // Express accepts 102,400 bytes by default, and the checkout 100,000.
    const padTo = (length: number) => (body: Uint8Array) =>
      Buffer.from(Buffer.from(body).toString().padEnd(length));
    expect(await sendEncoded('gzip', (body) => gzipSync(padTo(100_000)(body)))).toBe(200);
    expect(await sendEncoded('gzip', (body) => gzipSync(padTo(100_001)(body)))).toBe(413);
    expect(await sendEncoded('identity', padTo(100_001))).toBe(413);
  },
);

const anyCoding = fc.constantFrom(...Object.keys(encoders), 'x-gzip', 'compress', 'GZIP', 'Br', '');
const anyHeader = fc
  .tuple(fc.array(anyCoding, { minLength: 1, maxLength: 2 }), fc.constantFrom(',', ', '))
  .map(([codings, separator]) => codings.join(separator));
const anyBody = fc.record({
  names: fc.array(fc.constantFrom(...Object.keys(encoders)), { minLength: 1, maxLength: 2 }),
  removedLength: fc.oneof(fc.constant(0), fc.nat(300)),
});

it('the response to a callback with any coding is the same for every reader', async () => {
  const shops = await Promise.all(readers.map(([, setUpApp]) => openApprovedShop(setUpApp)));
  await fc.assert(
    fc.asyncProperty(anyHeader, anyBody, async (contentEncoding, { names, removedLength }) => {
      // The bytes are removed from the end, because the bodies of the shops have different lengths.
      const encode = (body: Uint8Array): Uint8Array => {
        const bytes = names.reduce((encoded, name) => encoders[name]?.(encoded) ?? encoded, body);
        return bytes.subarray(0, Math.max(0, bytes.length - removedLength));
      };
      const statuses = await Promise.all(
        shops.map(({ sendEncoded }) => sendEncoded(contentEncoding, encode)),
      );
      expect(new Set(statuses).size, statuses.join(' ')).toBe(1);
    }),
    { numRuns: isNightly ? 150 : 50 },
  );
});

it('the refusal of an unsupported coding names it', async () => {
  const shop = await openShop();
  onTestFinished(() => shop.close());
  const headers = { 'content-type': 'application/json', 'content-encoding': 'x-gzip' };
  for (const path of ['/pgw/callback', '/pgw/payments', '/pgw/return']) {
    const response = await shop.fetch(path, { method: 'POST', headers, body: '{}' });
    expect(await response.json()).toMatchObject({
      code: 'unsupported-content-encoding',
      detail: expect.stringContaining('"x-gzip"'),
    });
  }
});

it('the body of a compressed start is decoded', async () => {
  const { shop } = await openApprovedShop(() => undefined);
  const body = new Uint8Array(gzipSync(JSON.stringify({ order: 'A2' })));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const response = await shop.fetch('/pgw/payments', { method: 'POST', headers, body });
  // The body was decoded: the refusal names a missing field.
  expect(await response.json()).toMatchObject({
    code: 'invalid-request',
    detail: expect.stringContaining('shownAmount'),
  });
});

it.each<[string, (app: Express) => void]>([
  ['the router', () => undefined],
  ['a parser of forms', (app) => app.use(express.urlencoded({ extended: false }))],
])('a return with a compressed form is redirected when %s reads it', async (_reader, setUpApp) => {
  const { shop } = await openApprovedShop(setUpApp);
  for (const coding of ['gzip', 'deflate', 'br']) {
    const body = new Uint8Array(encoders[coding]?.(Buffer.from('ReferenceCode=A1-X')) ?? []);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': coding };
    const response = await shop.fetch('/pgw/return', { method: 'POST', headers, body });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/\/return\?ReferenceCode=A1-X$/);
  }
});

it('a sender that disconnects within a compressed body does not delay the end of the checkout', async () => {
  const shop = await openShop();
  onTestFinished(() => shop.close());
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const head =
    'POST /pgw/callback HTTP/1.1\r\nHost: shop.example\r\nContent-Encoding: gzip\r\nContent-Length: 100\r\n\r\n';
  socket.write(Buffer.concat([Buffer.from(head), gzipSync('{"amount":1}').subarray(0, 12)]));
  await vi.waitUntil(() => socket.bytesWritten > head.length, 45_000);
  socket.destroy();
  expect((await shop.fetch('/pgw/session?order=A1')).status).toBe(200);
  const startedAt = performance.now();
  await shop.checkout.close(120_000);
  expect(performance.now() - startedAt).toBeLessThan(60_000);
});
