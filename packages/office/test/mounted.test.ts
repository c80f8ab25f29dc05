import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGatewayClient } from '@pgw/client';
import { createSandbox, defaultTenant } from '@pgw/sandbox';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '../../../scripts/programs/postgres.mjs';
import { channelIds } from '../../sandbox/src/catalogue/channel-ids.ts';
import * as expressAdapter from '../../server/src/adapters/express/index.ts';
import * as fastifyAdapter from '../../server/src/adapters/fastify/index.ts';
import * as nodeAdapter from '../../server/src/adapters/node/index.ts';
import * as webAdapter from '../../server/src/adapters/web/index.ts';
import { embeddedStore } from '../../server/src/stores/embedded.ts';
import { postgresStore } from '../../server/src/stores/postgres.ts';
import { createRouteListener } from '../../server/test/adapters/next-route.ts';
import { createOffice } from '../src/index.ts';

const requireOfServer = createRequire(new URL('../../server/package.json', import.meta.url));
const document = readFileSync(new URL('../../../docs/office.md', import.meta.url), 'utf8');

/** The lines of a framework in docs/office.md. */
function readLines(framework: string): string {
  const [, lines = ''] =
    new RegExp(`^${framework}[^\\n]*:\\n\\n\`\`\`js\\n([^]*?)\`\`\``, 'm').exec(document) ?? [];
  expect(lines).toContain('createOffice(checkout');
  return lines.replace(/^export .*$/m, 'return respond;');
}

/** Runs the lines as a program that has pasted them. */
function paste(framework: string, values: Readonly<Record<string, unknown>>): unknown {
  const names = Object.keys(values);
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function(...names, readLines(framework))(...Object.values(values));
}

/** What the test uses of an app of Fastify. */
interface FastifyApp {
  addHook(name: string, hook: (request: object) => Promise<void>): void;
  register(plugin: unknown): void;
  ready(): Promise<unknown>;
  routing(...message: Parameters<RequestListener>): void;
}

const clerk = { id: '7', name: 'Aina', may: ['view', 'refund', 'resolve'] };
const findClerk = () => clerk;

type Options = Parameters<typeof nodeAdapter.createCheckout>[0];
type Mounted = {
  readonly checkout: Pick<ReturnType<typeof nodeAdapter.createCheckout>, 'ready' | 'payments' | 'close'>;
  readonly listener: RequestListener;
};

const frameworks: Readonly<Record<string, (options: Options) => Mounted | Promise<Mounted>>> = {
  Express: (options) => {
    const checkout = expressAdapter.createCheckout(
      options as Parameters<typeof expressAdapter.createCheckout>[0],
    );
    const app = express();
    app.use((request, _response, next) => next(Object.assign(request, { session: { clerk } }) && undefined));
    app.use('/pgw', checkout.router);
    paste('Express', { createOffice, checkout, app });
    return { checkout, listener: app };
  },
  Fastify: async (options) => {
    const checkout = fastifyAdapter.createCheckout(options as never);
    const { default: Fastify } = (await import(requireOfServer.resolve('fastify'))) as {
      default: () => FastifyApp;
    };
    const app = Fastify();
    app.addHook('onRequest', async (request: object) => void Object.assign(request, { session: { clerk } }));
    app.register(checkout.plugin);
    paste('Fastify', { createOffice, checkout, app });
    await app.ready();
    return { checkout, listener: (request, response) => app.routing(request, response) };
  },
  'Next.js': (options) => {
    const checkout = webAdapter.createCheckout({ ...options, clientAddress: { trustedProxies: 1 } } as never);
    const respond = paste('Next.js', { createOffice, checkout, findClerk }) as (
      request: Request,
    ) => Promise<Response>;
    const routes = [
      ['/pgw/', checkout.handler],
      ['/office', respond],
    ] as const;
    const listeners = routes.map(
      ([path, handler]) => [path, createRouteListener(path, { GET: handler, POST: handler })] as const,
    );
    return {
      checkout,
      listener: (request, response) =>
        listeners.find(([path]) => request.url?.startsWith(path))?.[1](request, response),
    };
  },
  '`node:http`': (options) => {
    const checkout = nodeAdapter.createCheckout(options);
    let listener: RequestListener = () => undefined;
    paste('`node:http`', {
      createOffice,
      checkout,
      findClerk,
      createServer: (given: RequestListener) => void (listener = given),
    });
    return {
      checkout,
      listener: (request, response) => {
        void checkout.handle(request, response).then((isHandled) => isHandled || listener(request, response));
      },
    };
  },
};

/** Opens a shop with a paid order A1 of RM 128.90. */
async function openShop(framework: string, store: Options['store']) {
  const sandbox = await createSandbox({ port: 0 });
  const server = createServer((request, response) => mounted.listener(request, response)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = createGatewayClient({
    baseUrl: sandbox.url,
    merchantId: defaultTenant.id,
    secretKey: defaultTenant.secretKey,
    credentials: { userName: defaultTenant.userName, password: defaultTenant.password },
  });
  const mounted = await (frameworks[framework] ?? frameworks['Express']!)({
    gateway,
    publicUrl: url,
    merchant: 'Rimba Coffee',
    store,
    sweepIntervalMs: 0,
    onEvent: () => {},
    resolveOrder: () => ({ amount: 12_890, currencyCode: 'MYR' }),
    onPaid: () => {},
  });
  await mounted.checkout.ready;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await mounted.checkout.close();
    await gateway.close();
    await sandbox.close();
  });
  const started = await fetch(`${url}/pgw/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      order: 'A1',
      channelId: channelIds.kilatPay,
      shownAmount: 12_890,
      shownCurrencyCode: 'MYR',
      attempt: randomUUID(),
    }),
  });
  const text = await started.text();
  const { payment } = JSON.parse(text) as { payment?: { reference: string } };
  const stored = await mounted.checkout.payments.get(payment?.reference ?? '');
  expect(stored, text).toBeDefined();
  sandbox.decide(stored?.transactionNumber ?? '', 'approve', { callback: 'never' });
  await mounted.checkout.payments.sync(stored?.reference ?? '');
  return { url, sandbox, payment: stored! };
}

/** Finds the form of a page, with its hidden fields. */
function readForm(
  page: string,
  action: RegExp,
): { readonly action: string; readonly fields: Record<string, string> } {
  const form =
    page.split('<form').find((part) => action.test(/action="([^"]*)"/.exec(part)?.[1] ?? '')) ?? '';
  const fields = [
    ...(form.split('</form>')[0] ?? '').matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g),
  ];
  return {
    action: /action="([^"]*)"/.exec(form)?.[1] ?? '',
    fields: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])),
  };
}

async function checkOffice(framework: string, store: Options['store']): Promise<void> {
  const { url, sandbox, payment } = await openShop(framework, store);
  const get = async (path: string) => (await fetch(url + path)).text();
  const headers = { 'sec-fetch-site': 'same-origin', origin: url };
  const post = async (path: string, body: URLSearchParams | FormData) => {
    const response = await fetch(url + path, { method: 'POST', headers, body, redirect: 'manual' });
    return {
      status: response.status,
      text: await response.text(),
      location: response.headers.get('location') ?? '',
    };
  };
  // Find the order by its sum, and refund a part.
  const link = /href="(\/office\/orders\/A1)"/.exec(await get('/office?q=128.90'))?.[1];
  expect(link).toBe('/office/orders/A1');
  const form = readForm(await get(link ?? ''), /\/refund$/);
  const entered = { ...form.fields, how: 'part', amount: '12.50', reason: 'Torn bag' };
  const question = await post(form.action, new URLSearchParams(entered));
  expect(question.text).toContain('<h1>Refund RM\u00a012.50?</h1>');
  const answer = readForm(question.text, /\/refund$/);
  const answered = await post(answer.action, new URLSearchParams({ ...answer.fields, step: 'confirmed' }));
  expect(answered.status).toBe(303);
  expect(sandbox.listRefunds(payment.transactionNumber ?? '')).toMatchObject([{ amount: 1250 }]);
  expect(await get(link ?? '')).toContain('Aina: A refund of MYR 12.50');
  // Reconcile a settlement file.
  const upload = readForm(await get('/office/reconcile'), /\/file$/);
  const body = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) body.set(name, value);
  const rows = [
    'TransactionNumber,ReferenceCode,Amount,CurrencyCode,Status',
    `${payment.transactionNumber},${payment.reference},128.90,MYR,1`,
  ];
  body.set('file', new Blob([rows.join('\n')], { type: 'text/csv' }), 'settlement.csv');
  const compared = await post(upload.action, body);
  expect([compared.status, compared.text.includes('The file and the shop agree.')]).toEqual([200, true]);
}

test.each(Object.keys(frameworks))(
  'the documented lines mount the office in %s: a clerk finds an order, refunds a part and reconciles a file',
  async (framework) => {
    const folder = mkdtempSync(join(tmpdir(), 'pgw-office-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await checkOffice(framework, embeddedStore({ file: join(folder, 'shop.db') }));
  },
);

test('the office works on PostgreSQL too', async () => {
  const { default: pg } = (await import(requireOfServer.resolve('pg'))) as {
    default: { Pool: new (options: object) => { end(): Promise<void> } };
  };
  const server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.url });
  onTestFinished(async () => {
    await pool.end();
    await server.stop();
  });
  await checkOffice('Express', postgresStore({ pool } as never) as never);
});
