import zlib, { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import express, { type Express } from 'express';
import { onTestFinished } from 'vitest';
import { captureRawBody } from '../../../src/adapters/express/index.ts';
import { createCallbackPayload, signCallback } from '../../callbacks.ts';
import { openShop, type Shop } from '../../shop.ts';

/** The readers of a body, and how an app uses each. */
export const readers: readonly [string, (app: Express) => void][] = [
  ['the router', () => undefined],
  ['a JSON parser', (app) => app.use(express.json({ verify: captureRawBody }))],
  ['a parser of bytes', (app) => app.use(express.raw({ type: '*/*' }))],
];

/** Functions that encode a body. Node 22.15 and newer have zstd. */
export const encoders: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  gzip: (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  'raw deflate': (body) => deflateRawSync(body),
  br: (body) => brotliCompressSync(body),
  identity: (body) => body,
  ...('zstdCompressSync' in zlib && { zstd: (body: Uint8Array) => zlib.zstdCompressSync(body) }),
};

/** A shop with a payment that is approved at the gateway. */
export interface ApprovedShop {
  readonly shop: Shop;
  /** Sends the signed callback of the payment in this form. Returns the status of the response. */
  readonly sendEncoded: (
    contentEncoding: string,
    encode: (body: Uint8Array) => Uint8Array,
  ) => Promise<number>;
}

/** Opens a shop whose bodies have this first reader. */
export async function openApprovedShop(setUpApp: (app: Express) => void): Promise<ApprovedShop> {
  const shop = await openShop({ setUpApp });
  onTestFinished(() => shop.close());
  const { reference, transactionNumber } = await shop.startPayment();
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  const payload = createCallbackPayload({ reference, transactionNumber });
  const signature = signCallback(shop, payload);
  const plainBody = Buffer.from(JSON.stringify(payload));
  return {
    shop,
    sendEncoded: async (contentEncoding, encode) => {
      const headers = {
        'content-type': 'application/json',
        'content-encoding': contentEncoding,
        'cap-signature': signature,
        // The server closes the connection of a body that it did not read, so the next request has another one.
        connection: 'close',
      };
      const body = new Uint8Array(encode(plainBody));
      return (await shop.fetch('/pgw/callback', { method: 'POST', headers, body })).status;
    },
  };
}
