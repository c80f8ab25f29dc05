// A shop that serves a page built by Parcel, with the strict policy of the checkout.
// Usage: PORT=… PGW_BASE_URL=… node serve.mjs <folder with index.html>
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/express';
import { memoryStore } from '@pgw/express/stores/memory';
import { defaultTenant } from '@pgw/sandbox';
import express from 'express';

const [folder] = process.argv.slice(2);
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
const app = express();
app.use('/pgw', checkout.router);
app.get('/', (_req, res) => {
  const nonce = randomBytes(16).toString('base64');
  const html = readFileSync(`${folder}/index.html`, 'utf8').replaceAll('<script', `<script nonce="${nonce}"`);
  res.set('Content-Security-Policy', checkout.contentSecurityPolicy({ nonce })).send(html);
});
app.use(express.static(folder));
app.listen(PORT, () => console.log(`Open ${publicUrl}`));
