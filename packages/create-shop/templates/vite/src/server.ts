import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import express from 'express';
import { checkout } from './checkout.ts';
import { findOrder, placeOrder, products } from './orders.ts';
import { protect, sendRefusal } from './protection.ts';
import { serve } from './serve.ts';
import { ensureVisitor, readVisitor } from './visitor.ts';

const app = express();
const server = createServer(app);
protect(app);
// Mounted before any body parser, because the signature of a callback is verified over its raw bytes.
app.use('/pgw', checkout.router);

// Browsers request an icon for each page. Replace this with the icon of your shop.
app.get('/favicon.ico', (_req, res) => {
  res.status(204).end();
});

app.get('/api/products', (_req, res) => {
  res.json(products);
});

app.post('/api/orders', express.json(), async (req, res) => {
  const refusal = await checkout.visitorChecks.newOrder(req);
  if (refusal) return sendRefusal(res, refusal);
  const { visitor, setCookie } = ensureVisitor(req.headers.cookie);
  res.append('Set-Cookie', setCookie);
  const id = placeOrder(req.body?.product, visitor);
  if (id === undefined) return void res.status(400).json({ message: 'This product does not exist.' });
  res.status(201).json({ id });
});

// Only the visitor who placed an order sees it. The id of an order is no secret: payment references begin with it, and
// banks show them.
app.get('/api/orders/:id', async (req, res) => {
  const order = findOrder(req.params.id, readVisitor(req.headers.cookie));
  const refusal = await checkout.visitorChecks.foundOrder(req, order);
  if (refusal) return sendRefusal(res, refusal);
  res.set('Cache-Control', 'no-store');
  if (order === undefined)
    return void res.status(404).json({ message: 'There is no such order in this browser.' });
  res.json(order);
});

if (process.argv.includes('--dev')) {
  const vite = await import('vite');
  // The default loader writes a temporary file, which would restart `node --watch`. The native loader writes
  // none.
  const devServer = await vite.createServer({
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server } },
  });
  app.use(devServer.middlewares);
  // Its watchers and the connections of open pages would keep the process running.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void devServer.close());
} else {
  // `npm run build` has written this page with %nonce% in its tags. Each response replaces it with a new
  // nonce.
  const page = readFileSync('dist/index.html', 'utf8');
  app.use('/assets', express.static('dist/assets', { immutable: true, maxAge: '1y' }));
  app.get(['/', '/checkout/:id', '/orders/:id'], (_req, res) => {
    const nonce = randomBytes(16).toString('base64');
    // The bundle has its style sheets on the shop's origin. Vue needs its own Trusted Types policy.
    const additionalSources = { 'style-src': ["'self'"], 'trusted-types': ['vue'] };
    res.set('Content-Security-Policy', checkout.contentSecurityPolicy({ nonce, additionalSources }));
    res.send(page.replaceAll('%nonce%', nonce));
  });
}

await serve(server);
