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
const port = Number(process.env['PORT'] ?? 3001);
const checkout = createCheckout({
  gateway,
  publicUrl: `http://127.0.0.1:${port}`,
  merchant: 'Two Mugs',
  // Amounts are in minor units: 12345 is RM 123.45.
  resolveOrder: (orderId) =>
    /^A\d+$/.test(orderId) ? { amount: 12345, currencyCode: 'MYR', description: 'Two mugs' } : undefined,
  onPaid: (payment) => console.log(`Order ${payment.orderId} is paid: send the mugs.`),
});
const page = readFileSync('public/index.html', 'utf8');
const app = express();
app.use('/pgw', checkout.router);
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
