// A shop that serves a page built by Parcel, with the strict policy of the checkout.
// Usage: PORT=… PGW_BASE_URL=… node serve.mjs <folder with index.html>
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createCheckout } from '@pgw/express';
import express from 'express';
import { options, port } from './page-options.mjs';

const [folder] = process.argv.slice(2);
const checkout = createCheckout(options);
const app = express();
app.use('/pgw', checkout.router);
app.get('/', (_req, res) => {
  const nonce = randomBytes(16).toString('base64');
  const html = readFileSync(`${folder}/index.html`, 'utf8').replaceAll('<script', `<script nonce="${nonce}"`);
  res.set('Content-Security-Policy', checkout.contentSecurityPolicy({ nonce })).send(html);
});
app.get('/favicon.ico', (_req, res) => res.status(204).end());
app.use(express.static(folder));
app.listen(port, () => console.log(`Open ${options.publicUrl}`));
