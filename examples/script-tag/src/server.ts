import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/express';
import express from 'express';

const gateway = createGatewayClient({
  baseUrl: process.env['PGW_BASE_URL'] ?? 'http://127.0.0.1:4010',
  merchantId: '1001',
  secretKey: 'sandbox-secret-key',
  credentials: { userName: 'merchant@sandbox.example', password: 'sandbox-password' },
});
// Amounts are in minor units: 12345 is RM 123.45.
const price = 12345;
const findPrice = (orderId: string) =>
  /^A\d+$/.test(orderId) ? { amount: price, currencyCode: 'MYR', description: 'Two mugs' } : undefined;
const port = Number(process.env['PORT'] ?? 3001);
const checkout = createCheckout({
  gateway,
  publicUrl: `http://127.0.0.1:${port}`,
  merchant: 'Two Mugs',
  resolveOrder: findPrice,
  getPrice: findPrice,
  // `acceptedAt` is set if the amount was already accepted, for example by a person who accepts a lower one.
  onPaid: ({ orderId, amount, acceptedAt }) => {
    if (acceptedAt === null && amount < price) throw new Error(`The payment of order ${orderId} is too low.`);
    console.log(`Order ${orderId} is paid: send the mugs.`);
  },
});
const page = readFileSync('public/index.html', 'utf8');
const app = express();
app.use('/pgw', checkout.router);
// Browsers request an icon for each page.
app.get('/favicon.ico', (_req, res) => void res.status(204).end());
app.get('/', (_req, res) => {
  const nonce = randomBytes(16).toString('base64');
  res.set('Content-Security-Policy', checkout.contentSecurityPolicy({ nonce }));
  res.send(page.replaceAll('%nonce%', nonce));
});
app.listen(port, '127.0.0.1', (error) => {
  if (error === undefined) {
    console.log(`Two Mugs is open at http://127.0.0.1:${port}`);
    return;
  }
  console.error(`Two Mugs can't open port ${port}: ${error.message}. Set PORT to a free port.`);
  process.exitCode = 1;
  void checkout.close();
});
