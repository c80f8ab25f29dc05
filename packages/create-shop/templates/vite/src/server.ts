import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import express from 'express';
import { checkout } from './checkout.ts';
import { findOrder, placeOrder, products } from './orders.ts';
import { serve } from './serve.ts';

const app = express();
const server = createServer(app);
app.disable('x-powered-by');
// Before any body parser: callbacks are verified over their bytes.
app.use('/pgw', checkout.router);

app.get('/api/products', (_req, res) => {
  res.json(products);
});

app.post('/api/orders', express.json(), (req, res) => {
  const id = placeOrder(req.body?.product);
  if (id === undefined) return void res.status(400).json({ message: 'There is no such product.' });
  res.status(201).json({ id });
});

// An order's id cannot be guessed. A shop with accounts also checks here, and in resolveOrder, whose order it is.
app.get('/api/orders/:id', (req, res) => {
  const order = findOrder(req.params.id);
  if (order === undefined) return void res.status(404).json({ message: 'There is no such order.' });
  res.json(order);
});

if (process.argv.includes('--dev')) {
  const vite = await import('vite');
  // The native loader writes no temporary file, which `node --watch` would take for a change.
  const { middlewares } = await vite.createServer({
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server } },
  });
  app.use(middlewares);
} else {
  // The result of `npm run build`. Vite has written %nonce% into its tags, and each answer has a nonce of its own.
  const page = readFileSync('dist/index.html', 'utf8');
  app.use('/assets', express.static('dist/assets', { immutable: true, maxAge: '1y' }));
  app.get(['/', '/checkout/:id', '/orders/:id'], (_req, res) => {
    const nonce = randomBytes(16).toString('base64');
    // The style sheets of the bundle are of this origin; Vue has a policy for Trusted Types.
    const also = { 'style-src': ["'self'"], 'trusted-types': ['vue'] };
    res.set('Content-Security-Policy', checkout.contentSecurityPolicy({ nonce, also }));
    res.send(page.replaceAll('%nonce%', nonce));
  });
}

await serve(server);
