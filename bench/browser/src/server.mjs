import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/express';
import { memoryStore } from '@pgw/express/stores/memory';
import express from 'express';
import { contestants, peerSession } from './contestants.mjs';
import { banks, channels, logo, order } from './offer.mjs';

const built = fileURLToPath(new URL('../dist/', import.meta.url));
const types = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8' };
/** A page is generated for each visit and cannot be compressed in advance. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const kept = 'public, max-age=31536000, immutable';

/** A shop whose pages are the contestants: /0, /1, … The files of all contestants are compressed in advance with brotli. */
export async function startShop() {
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  const checkout = middleware(origin);
  app.use('/pgw', checkout.router);
  const manifest = await (await fetch(`${origin}/pgw/manifest.json`)).json();
  contestants.forEach((contestant, index) => {
    app.get(`/${index}`, async (req, res) => {
      const parts = await contestant.page(manifest, checkout, req);
      res.set({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      send(res, brotliCompressSync(page(contestant.name, parts), quick));
    });
  });
  for (const [path, body] of files()) {
    const packed = brotliCompressSync(body);
    app.get(path, (req, res) => {
      res.set({ 'content-type': types[extname(path)] ?? 'application/json', 'cache-control': kept });
      send(res, packed);
    });
  }
  app.get('/logos/:name', (req, res) => {
    res.set({ 'content-type': 'image/svg+xml', 'cache-control': kept });
    res.send(logo(Number.parseInt(req.params.name, 10)));
  });
  // Adyen requests its own logos by name.
  app.get('/peers/adyen/images/{*name}', (req, res) => {
    res.set({ 'content-type': 'image/svg+xml', 'cache-control': kept });
    res.send(logo(1));
  });
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

function middleware(publicUrl) {
  const gateway = createGatewayClient({
    baseUrl: 'http://127.0.0.1:9',
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

/** Space is reserved for every contestant, so that only its own layout shifts count. */
const reserved = '<style>lit-list,pgw-checkout,#list{display:block;min-block-size:60rem}</style>';

function page(name, { head, body }) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title>${reserved}${head}</head><body><h1>Pay</h1>${body}<footer>Rimba Coffee</footer></body></html>`;
}

function* files() {
  for (const file of readdirSync(built, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = `${file.parentPath}/${file.name}`;
    yield [`/pages/${path.slice(built.length).replace(/^\//, '')}`, readFileSync(path)];
  }
  yield ['/peers/session.json', Buffer.from(peerSession)];
}

function send(res, packed) {
  res.set('content-encoding', 'br');
  res.end(packed);
}
