// Two merchants in one process, for `npm run demo -- --merchants`. Both have an order with the same id.
import { fileURLToPath } from 'node:url';
import { createCheckout, type MarkedPayment } from '@pgw/express';
import { embeddedStore } from '@pgw/express/stores/embedded';
import { formatMoney, html, icons, renderDocument, trustedHtml, type Html } from '@pgw/pages';
import { createSandbox, defaultTenant } from '@pgw/sandbox';
import express from 'express';
import { getNonce, setSecurityHeaders } from './requests/security-headers.ts';
import { staticDirectory } from './requests/static-directory.ts';
import { serve } from './serve.ts';

const { PGW_SHOP_PORT = '3000', PGW_SANDBOX_PORT = '4010', PGW_SHOP_DATA = '.pgw/market' } = process.env;
const publicUrl = `http://127.0.0.1:${PGW_SHOP_PORT}`;
const order = { amount: 4_200, currencyCode: 'MYR', description: 'Order A1' } as const;

/** A platform has its merchants in a table, with encrypted secrets. These are public and protect nothing. */
const merchants = new Map(
  [
    { ...defaultTenant, name: 'Two Mugs', path: 'mugs' },
    {
      ...defaultTenant,
      id: '1002',
      name: 'Three Plants',
      userName: 'plants@sandbox.example',
      path: 'plants',
    },
  ].map((merchant) => [merchant.path, merchant]),
);
const sandbox = await createSandbox({
  port: Number(PGW_SANDBOX_PORT),
  tenants: [...merchants.values()].map(({ path: _path, ...tenant }) => tenant),
});

const checkout = createCheckout({
  accounts: {
    gateway: { baseUrl: sandbox.url },
    find: (id) => {
      const merchant = merchants.get(id);
      if (merchant === undefined) return undefined;
      const { id: merchantId, name, secretKey, userName, password } = merchant;
      return { merchant: name, gateway: { merchantId, secretKey, credentials: { userName, password } } };
    },
  },
  mountPath: '/{account}/pgw',
  publicUrl,
  merchant: 'The market',
  store: embeddedStore({ file: `${PGW_SHOP_DATA}/payments.db` }),
  resolveOrder: (id) => (id === 'A1' ? order : undefined),
  onPaid: () => undefined,
  getOrderUrl: (id, { account }) => `/${account}/orders/${id}`,
});

const app = express();
app.disable('x-powered-by');
app.get('/healthz', (_request, response) => void response.type('text').send('ready\n'));
app.use('/:account/pgw', checkout.router);
app.use(setSecurityHeaders(checkout));
for (const directory of [staticDirectory, fileURLToPath(new URL('../public/', import.meta.url))])
  app.use(express.static(directory, { index: false }));

app.get('/', async (_request, response) => {
  const shops = await Promise.all([...merchants.keys()].map(readShop));
  const main = html`<h1>The market</h1>
    <p>Two merchants in one process, with one store. Each has an order A1, and sees only its own payments.</p>
    ${shops.map(
      ({ path, name, isTest, payments }) =>
        html`<section class="card">
          <h2>${name}</h2>
          <p><strong>${isTest ? 'Test: no real money moves.' : 'Live'}</strong></p>
          <ul>
            ${payments.map((payment) => html`<li>${describe(payment)}</li>`)}
          </ul>
          <a class="button" href="/${path}">Pay order A1</a>
        </section>`,
    )}`;
  const isTest = shops.some((shop) => shop.isTest);
  response.send(renderPage({ title: 'The market', isTest, main }));
});
app.get('/:account', async (request, response, next) => {
  const shop = await findShop(request.params.account);
  if (shop === undefined) return next();
  const nonce = getNonce(response);
  const { head, body } = await checkout.snippet({ order: 'A1', req: request, account: shop.path, nonce });
  const main = html`<h1>${shop.name}</h1>
    ${trustedHtml(body)}`;
  response.send(renderPage({ title: shop.name, isTest: shop.isTest, head: trustedHtml(head), main }));
});
app.get('/:account/orders/A1', async (request, response, next) => {
  const shop = await findShop(request.params.account);
  if (shop === undefined) return next();
  // "Try again" on the result of a payment opens this page without the reference of the payment.
  if (!request.query['payment']) return response.redirect(303, `/${shop.path}`);
  const nonce = getNonce(response);
  const head = html`<script type="module" src="/${shop.path}/pgw/checkout.mjs" nonce="${nonce}"></script>`;
  const main = html`<h1>${shop.name}: order A1</h1>
    <pgw-payment-status></pgw-payment-status>
    <p><a href="/">The market</a></p>`;
  response.send(renderPage({ title: shop.name, isTest: shop.isTest, head, main }));
});

/** A merchant with its payments, as the checkout stores them. */
interface Shop {
  readonly path: string;
  readonly name: string;
  /** By the environment of the gateway of the merchant. */
  readonly isTest: boolean;
  readonly payments: readonly MarkedPayment[];
}

async function readShop(path: string): Promise<Shop> {
  // The account is in the store when it is first used.
  const payments = await checkout.payments.list({ account: path, limit: 10 });
  const accounts = await checkout.operator.accounts.list();
  const isTest = accounts.find(({ shopId }) => shopId === path)?.environment === 'staging';
  return { path, name: merchants.get(path)?.name ?? path, isTest, payments };
}

async function findShop(path: string): Promise<Shop | undefined> {
  return merchants.has(path) ? readShop(path) : undefined;
}

function describe({ reference, state, amount, environment }: MarkedPayment): string {
  return `${reference}: ${state}, ${formatMoney(amount)}${environment === 'staging' ? ' (test)' : ''}`;
}

interface MarketPage {
  readonly title: string;
  readonly isTest: boolean;
  readonly head?: Html;
  readonly main: Html;
}

function renderPage({ title, isTest, head, main }: MarketPage): string {
  return renderDocument({
    language: 'en',
    title,
    isPublic: true,
    head: html`<link rel="icon" href="/pictures/leaf.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/base.css" />
      <link rel="stylesheet" href="/shop.css" />
      ${head}`,
    top:
      isTest &&
      html`<aside class="sandbox-strip" aria-label="Test">
        ${icons.alert}
        <p><strong>This is a test.</strong> No real money moves.</p>
      </aside>`,
    body: html`<main id="content" class="market" tabindex="-1">${main}</main>`,
  }).toString();
}

await serve({
  app,
  port: Number(PGW_SHOP_PORT),
  publicUrl,
  ready: checkout.ready,
  close: async () => {
    await checkout.close();
    await sandbox.close();
  },
});
