// A shop whose pages React renders on the server. It uses the packed packages, and serves the bundle client.js.
// Usage: PORT=… PGW_BASE_URL=… node server.mjs
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createCheckout } from '@pgw/server/node';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { options, port } from './page-options.mjs';
import { Page } from './page.mjs';

const checkout = createCheckout(options);
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
server.listen(port, () => console.log(`Open ${options.publicUrl}`));
