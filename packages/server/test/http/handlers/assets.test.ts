import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assetFiles } from '../../../src/http/assets/asset-files.ts';
import { openShop, type Shop } from '../../shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { manifest } = assetFiles;
const browserEncodings = 'gzip, deflate, br, zstd';

interface AssetResponse {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Requests a file as a browser does, without decompression or cache. */
async function fetchAsset(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<AssetResponse> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${shop.url}/pgw/${path}`, { method, headers }, resolve).on('error', reject).end();
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.concat(await response.toArray()),
  };
}

function decompress(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

/** The content types of files that are not scripts. */
const contentTypes: Readonly<Record<string, RegExp>> = {
  '.css': /^text\/css/,
  '.json': /^application\/json/,
};
const hashedFiles = Object.values(manifest.files).filter(({ path }) => /-[\w-]{8,}\.\w+$/.test(path));

it('the served files of the element have the size and the hash of the manifest', async () => {
  const files = Object.values(manifest.files);
  expect(files.map(({ path }) => path)).toContain('checkout.js');
  for (const { path, integrity, bytes } of files) {
    const { status, body } = await fetchAsset(path);
    expect([status, body.length]).toEqual([200, bytes]);
    expect(`sha384-${createHash('sha384').update(body).digest('base64')}`).toBe(integrity);
  }
  expect(JSON.parse(String((await fetchAsset('manifest.json')).body))).toEqual(manifest);
});

it.each([
  [browserEncodings, 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['br;q=0.5, identity', undefined],
  ['', undefined],
])(
  'checkout.js is sent in the smallest encoding that the browser accepts: "%s"',
  async (acceptedEncodings, encoding) => {
    const { headers, body } = await fetchAsset('checkout.js', { 'accept-encoding': acceptedEncodings });
    const plain = (await fetchAsset('checkout.js')).body;
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['content-length']).toBe(String(body.length));
    expect(decompress(body, encoding).equals(plain)).toBe(true);
  },
);

it('each encoding of checkout.js has its own strong ETag, and a request with this ETag responds 304', async () => {
  const compressed = await fetchAsset('checkout.js', { 'accept-encoding': browserEncodings });
  const plain = await fetchAsset('checkout.js');
  const tag = compressed.headers.etag ?? '';
  expect(tag).toMatch(/^"[\w-]+"$/);
  expect(plain.headers.etag).not.toBe(tag);
  const notModified = await fetchAsset('checkout.js', {
    'accept-encoding': browserEncodings,
    'if-none-match': tag,
  });
  expect([notModified.status, notModified.body.length, notModified.headers.etag]).toEqual([304, 0, tag]);
  expect((await fetchAsset('checkout.js', { 'if-none-match': tag })).status).toBe(200);
});

it('the files of the element can be read from any origin, and have their content type', async () => {
  for (const path of ['checkout.js', ...hashedFiles.map((file) => file.path)]) {
    const { headers } = await fetchAsset(path);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-type']).toMatch(contentTypes[extname(path)] ?? /^text\/javascript/);
  }
});

it('checkout.js is cached for five minutes, and a file with a hash in its name for a year', async () => {
  expect((await fetchAsset('checkout.js')).headers['cache-control']).toBe(
    'public, max-age=300, stale-while-revalidate=86400',
  );
  for (const { path } of hashedFiles) {
    expect((await fetchAsset(path)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});

it('a HEAD request for checkout.js responds with the headers of GET and without a body', async () => {
  const get = await fetchAsset('checkout.js', { 'accept-encoding': browserEncodings });
  const head = await fetchAsset('checkout.js', { 'accept-encoding': browserEncodings }, 'HEAD');
  expect(head.body.length).toBe(0);
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
  expect(head.headers.etag).toBe(get.headers.etag);
});

it.each(['checkout/nothing.js', 'checkout/..%2f..%2fpackage.json', 'checkout.js.br', 'checkout/'])(
  'the path %s responds 404, and the response is not cached',
  async (path) => {
    const { status, headers } = await fetchAsset(path);
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  },
);

it('a static folder that is mounted before the router serves files of an earlier version, and the router serves the current ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-files-'));
  writeFileSync(join(folder, 'core-0a1b2c3d.mjs'), 'export {};');
  const shopWithFolder = await openShop({
    setUpApp: (app) => app.use('/pgw/checkout', express.static(folder, { immutable: true, maxAge: '1y' })),
  });
  const earlierFile = await shopWithFolder.fetch('/pgw/checkout/core-0a1b2c3d.mjs');
  expect([earlierFile.status, await earlierFile.text()]).toEqual([200, 'export {};']);
  expect(earlierFile.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(earlierFile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await shopWithFolder.fetch(`/pgw/${manifest.files['core']?.path}`)).status).toBe(200);
  expect((await shopWithFolder.fetch('/pgw/checkout/core-ffffffff.mjs')).status).toBe(404);
  await shopWithFolder.close();
  rmSync(folder, { recursive: true });
});
