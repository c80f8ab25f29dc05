import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/express';
import { memoryStore } from '@pgw/express/stores/memory';
import express from 'express';
import { implementations, peerSession } from './implementations.mjs';
import { banks, channels, order, renderLogo } from './offer.mjs';

const bundleFolder = fileURLToPath(new URL('../dist/', import.meta.url));
const contentTypes = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8' };
/** Pages are generated for each visit, so they are compressed with a lower quality in less time. */
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const cachedForever = 'public, max-age=31536000, immutable';

/**
 * Starts a shop with one page per implementation: /0, /1, … Compresses the files of all implementations in advance
 * with brotli.
 */
export async function startShop() {
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  const checkout = createBenchCheckout(origin);
  app.use('/pgw', checkout.router);
  const manifest = await (await fetch(`${origin}/pgw/manifest.json`)).json();
  implementations.forEach((implementation, index) => {
    app.get(`/${index}`, async (req, res) => {
      const parts = await implementation.page(manifest, checkout, req);
      res.set({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      sendCompressed(res, brotliCompressSync(renderPage(implementation.name, parts), fastBrotli));
    });
  });
  for (const [path, body] of listFiles()) {
    const compressed = brotliCompressSync(body);
    app.get(path, (req, res) => {
      res.set({
        'content-type': contentTypes[extname(path)] ?? 'application/json',
        'cache-control': cachedForever,
      });
      sendCompressed(res, compressed);
    });
  }
  app.get('/logos/:name', (req, res) => {
    res.set({ 'content-type': 'image/svg+xml', 'cache-control': cachedForever });
    res.send(renderLogo(Number.parseInt(req.params.name, 10)));
  });
  // The element of Adyen requests logos by Adyen's names. Each response is the same logo.
  app.get('/peers/adyen/images/{*name}', (req, res) => {
    res.set({ 'content-type': 'image/svg+xml', 'cache-control': cachedForever });
    res.send(renderLogo(1));
  });
  // The element of Adyen requests the id of a checkout attempt, also without analytics.
  app.post('/peers/adyen/analytics/{*rest}', (req, res) => res.json({ checkoutAttemptId: 'bench' }));
  app.get('/favicon.ico', (req, res) => res.status(204).end());
  return {
    origin,
    manifest,
    async close() {
      await checkout.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

function createBenchCheckout(publicUrl) {
  const gateway = createGatewayClient({
    baseUrl: 'http://127.0.0.1:9', // no request is sent to this gateway
    merchantId: '1001',
    secretKey: 'bench-secret-key',
    credentials: { userName: 'bench', password: 'bench' },
  });
  return createCheckout({
    gateway: { ...gateway, getChannels: async () => channels, getProviderChannels: async () => banks },
    publicUrl,
    merchant: 'Rimba Coffee',
    store: memoryStore(),
    resolveOrder: () => order,
    onPaid: () => {},
    sweepIntervalMs: 0,
  });
}

/**
 * Reserves the space of the list. Otherwise the list of an implementation would move the text below it, and this would
 * count as a layout shift of the implementation.
 */
const reservedSpace = '<style>lit-list,pgw-checkout,#list{display:block;min-block-size:60rem}</style>';

function renderPage(name, { head, body }) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title>${reservedSpace}${head}</head><body><h1>Pay</h1>${body}<footer>Rimba Coffee</footer></body></html>`;
}

/** The path and the content of each file of the implementations. */
function* listFiles() {
  for (const file of readdirSync(bundleFolder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = `${file.parentPath}/${file.name}`;
    yield [`/pages/${path.slice(bundleFolder.length).replace(/^\//, '')}`, readFileSync(path)];
  }
  yield ['/peers/session.json', Buffer.from(peerSession)];
}

function sendCompressed(res, body) {
  res.set('content-encoding', 'br');
  res.end(body);
}
