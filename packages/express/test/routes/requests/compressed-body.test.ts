import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import express, { type Express } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { captureRawBody } from '../../../src/index.ts';
import { createCallbackPayload, signCallback } from '../../callbacks.ts';
import { openShop, waitForFulfilments, type Shop } from '../../shop.ts';

const firstReaders: readonly [string, (app: Express) => void][] = [
  ['the router', () => undefined],
  ['a JSON parser', (app) => app.use(express.json({ verify: captureRawBody }))],
  ['a parser of bytes', (app) => app.use(express.raw({ type: '*/*' }))],
];

const codings: readonly [string, (text: string) => Buffer][] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (text) => Buffer.from(text)],
];

async function openTestShop(setUpApp: (app: Express) => void): Promise<Shop> {
  const shop = await openShop({ setUpApp });
  onTestFinished(() => shop.close());
  return shop;
}

/** Sends a callback with this coding and a valid signature over the decoded body. Returns the status. */
async function sendEncoded(
  shop: Shop,
  contentEncoding: string,
  body: Uint8Array<ArrayBuffer>,
  signature: string,
) {
  const headers = {
    'content-type': 'application/json',
    'content-encoding': contentEncoding,
    'cap-signature': signature,
  };
  const { status } = await shop.fetch('/pgw/callback', { method: 'POST', headers, body });
  return status;
}

it.each(firstReaders)('a compressed callback is accepted when %s reads it', async (_reader, setUpApp) => {
  const shop = await openTestShop(setUpApp);
  for (const [index, [name, encode]] of codings.entries()) {
    const { reference, transactionNumber } = await shop.startPayment({ order: `A${index}` });
    shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    const payload = createCallbackPayload({ reference, transactionNumber });
    const body = new Uint8Array(encode(JSON.stringify(payload)));
    expect(await sendEncoded(shop, name, body, signCallback(shop, payload)), name).toBe(200);
    await waitForFulfilments(shop, index + 1);
  }
});

it.each(firstReaders)(
  'an unsupported coding, a damaged body and a decoded body that is too large are refused when %s reads them',
  async (_reader, setUpApp) => {
    const shop = await openTestShop(setUpApp);
    expect(await sendEncoded(shop, 'compress', new Uint8Array([1]), '')).toBe(415);
    expect(await sendEncoded(shop, 'gzip', new Uint8Array([1, 2, 3]), '')).toBe(400);
    const large = new Uint8Array(gzipSync(Buffer.alloc(200_000, ' ')));
    expect(await sendEncoded(shop, 'gzip', large, '')).toBe(413);
  },
);

it('the refusal of an unsupported coding names it', async () => {
  const shop = await openTestShop(() => undefined);
  const headers = { 'content-type': 'application/json', 'content-encoding': 'zstd' };
  const response = await shop.fetch('/pgw/callback', { method: 'POST', headers, body: '{}' });
  expect(await response.json()).toMatchObject({
    code: 'unsupported-content-encoding',
    detail: expect.stringContaining('"zstd"'),
  });
});
