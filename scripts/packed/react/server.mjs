// A shop whose pages React renders on the server. It uses the packed packages, and serves the bundle client.js.
// Usage: PORT=… PGW_BASE_URL=… node server.mjs
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createGatewayClient } from '@pgw/client';
import { defaultTenant } from '@pgw/sandbox';
import { createCheckout } from '@pgw/server/node';
import { memoryStore } from '@pgw/server/stores/memory';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Page } from './page.mjs';

const { PORT, PGW_BASE_URL } = process.env;
const { id: merchantId, secretKey, userName, password } = defaultTenant;
const publicUrl = `http://localhost:${PORT}`;
const checkout = createCheckout({
  gateway: createGatewayClient({
    baseUrl: PGW_BASE_URL,
    merchantId,
    secretKey,
    credentials: { userName, password },
  }),
  publicUrl,
  merchant: 'Two Mugs',
  store: memoryStore(),
  resolveOrder: () => ({ amount: 12_890, currencyCode: 'MYR' }),
  onPaid: () => {},
});
await checkout.ready;

async function respond(request, response) {
  if (await checkout.handle(request, response)) return;
  if (request.url === '/client.js')
    return void response.setHeader('Content-Type', 'text/javascript').end(readFileSync('client.js'));
  if (request.url !== '/') return void response.writeHead(204).end();
  const nonce = randomBytes(16).toString('base64');
  const snippet = await checkout.snippet({ order: 'A1', req: request, nonce, timeoutMs: 60_000 });
  const json = JSON.stringify(snippet).replaceAll('<', String.raw`\u003c`);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', checkout.contentSecurityPolicy({ nonce }));
  response.end(`<!doctype html><html lang="en"><head><title>Pay</title></head><body>
    <div id="root">${renderToString(createElement(Page, snippet))}</div>
    <script type="application/json" id="snippet">${json}</script>
    <script type="module" src="/client.js" nonce="${nonce}"></script></body></html>`);
}

const server = createServer((request, response) => {
  respond(request, response).catch((error) => response.destroy(error));
});
server.listen(PORT, () => console.log(`Open ${publicUrl}`));
