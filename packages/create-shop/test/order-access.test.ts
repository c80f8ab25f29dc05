import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../scripts/free-port.mjs';
import { fromSources } from '../../../scripts/from-sources.mjs';

// Starts the servers of the templates with the packages of this workspace, and sends requests as two browsers.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const packagePaths = {
  '@pgw/client': 'packages/client',
  '@pgw/express': 'packages/express',
  cookie: 'packages/create-shop/node_modules/cookie',
  express: 'packages/create-shop/node_modules/express',
  'express-rate-limit': 'packages/create-shop/node_modules/express-rate-limit',
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

/** Copies the layers of a template into a new folder, without an installation. */
function copyTemplate(layers: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-template-'));
  for (const layer of layers)
    cpSync(join(root, 'packages/create-shop/templates', layer), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  // `npm run build` writes this page.
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>Two Mugs</title>');
  for (const [name, path] of Object.entries(packagePaths)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, path), link, 'junction');
  }
  return folder;
}

async function startShop(folder: string): Promise<{ readonly url: string; readonly stop: () => void }> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const gatewaySettings = {
    PGW_BASE_URL: sandbox.url,
    PGW_MERCHANT_ID: '1001',
    PGW_SECRET_KEY: 'sandbox-secret-key',
    PGW_USER: 'merchant@sandbox.example',
    PGW_PASSWORD: 'sandbox-password',
  };
  const child = spawn(process.execPath, [...fromSources, 'src/server.ts'], {
    cwd: folder,
    env: { ...process.env, ...gatewaySettings, PORT: String(port), PGW_PUBLIC_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString();
        if (output.includes('Open http')) resolve();
      });
    child.once('exit', () => reject(new Error(`The shop has ended: ${output}`)));
  });
  return { url, stop: () => void child.kill('SIGKILL') };
}

/** A browser with its own cookies. `address` is the visitor's address, which the proxy of the shop sends. */
function openBrowser(url: string, address: string) {
  const cookies = new Map<string, string>();
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers({ 'x-forwarded-for': address, ...init.headers });
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}

type Browser = ReturnType<typeof openBrowser>;

interface StartedPayment {
  readonly reference: string;
  readonly transactionNumber: string;
}

interface Template {
  readonly layers: readonly string[];
  readonly orderPath: (id: string) => string;
  /** Places an order and returns its id. */
  readonly placeOrder: (browser: Browser) => Promise<string>;
  readonly formPath: string;
}

const templates: Readonly<Record<string, Template>> = {
  express: {
    layers: ['common', 'express'],
    orderPath: (id) => `/orders/${id}`,
    formPath: '/orders',
    placeOrder: async (browser) => {
      const body = new URLSearchParams({ product: 'two-mugs' });
      const response = await browser('/orders', { method: 'POST', body });
      return response.headers.get('location')?.replace('/checkout/', '') ?? '';
    },
  },
  'react and vue': {
    layers: ['common', 'vite'],
    orderPath: (id) => `/api/orders/${id}`,
    formPath: '/api/orders',
    placeOrder: async (browser) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ product: 'two-mugs' });
      const response = await browser('/api/orders', { method: 'POST', headers, body });
      const { id } = (await response.json()) as { readonly id: string };
      return id;
    },
  },
};

describe.each(Object.entries(templates))('a shop of the templates for %s', (_name, template) => {
  let folder: string;
  let shop: Awaited<ReturnType<typeof startShop>> | undefined;
  let url: string;
  let buyer: Browser;
  let id: string;
  beforeAll(async () => {
    folder = copyTemplate(template.layers);
    shop = await startShop(folder);
    ({ url } = shop);
    buyer = openBrowser(url, '203.0.113.1');
    id = await template.placeOrder(buyer);
  });
  afterAll(() => {
    shop?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startPayment(): Promise<StartedPayment> {
    const response = await buyer('/pgw/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        order: id,
        channelId: 5,
        shownAmount: 12_890,
        shownCurrencyCode: 'MYR',
        attempt: 'attempt-of-the-template',
      }),
    });
    expect(response.status).toBe(201);
    // The route responds with a StartResponse, and the sandbox has accepted the payment.
    const { payment } = (await response.json()) as { readonly payment: StartedPayment };
    return payment;
  }

  it('shows an order to the visitor who has placed it, and lets them pay it', async () => {
    const response = await buyer(template.orderPath(id));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Two mugs');
    expect((await buyer(`/pgw/session?order=${id}`)).status).toBe(200);
  });

  it('shows nothing of an order to a browser that knows its id', async () => {
    const stranger = openBrowser(url, '203.0.113.2');
    await template.placeOrder(stranger);
    for (const path of [template.orderPath(id), `/pgw/session?order=${id}`]) {
      const response = await stranger(path);
      expect(response.status, path).toBe(404);
      expect(await response.text()).not.toContain('Two mugs');
    }
  });

  it('has a cookie that scripts cannot read, and that is in no URL', async () => {
    const response = await openBrowser(url, '203.0.113.3')(template.formPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.headers.get('set-cookie')).toMatch(/^visitor=[0-9a-f-]{36}; .*HttpOnly; SameSite=Lax$/);
  });

  it.each(['', 'x', '""', '%', 'null', '00000000-0000-0000-0000-00000000000g'])(
    'gives a new secret to a browser whose cookie is %j',
    async (value) => {
      const send = (path: string, init: RequestInit = {}): Promise<Response> =>
        fetch(`${url}${path}`, {
          redirect: 'manual',
          ...init,
          headers: { ...init.headers, cookie: `visitor=${value}`, 'x-forwarded-for': '203.0.113.6' },
        });
      let secret: string | null = null;
      const placed = await template.placeOrder(async (path, init) => {
        const response = await send(path, init);
        secret = response.headers.get('set-cookie');
        return response;
      });
      expect(secret).toMatch(/^visitor=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12};/);
      expect((await send(template.orderPath(placed))).status).toBe(404);
    },
  );

  it('shows the result and nothing of the order after a return in another browser', async () => {
    const { reference, transactionNumber } = await startPayment();
    expect(reference).toContain(id);
    sandbox.decide(transactionNumber, 'approve');
    const other = openBrowser(url, '203.0.113.4');
    const { returnUrl = '' } = sandbox.findPayment(reference) ?? {};
    const returned = await other(`${returnUrl}?ReferenceCode=${reference}`);
    expect(returned.status).toBe(303);
    const target = returned.headers.get('location') ?? '';
    expect(target).toContain(`payment=${reference}`);
    expect(await (await other(target)).text()).not.toContain('Two mugs');
    expect((await other(template.orderPath(id))).status).toBe(404);
    await expect.poll(async () => (await buyer(template.orderPath(id))).text()).toMatch(/Paid|"isPaid":true/);
  });

  it('refuses an order that another site posts', async () => {
    const response = await buyer(template.formPath, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('refuses further guesses of a network after 100 failures, and no requests that succeed', async () => {
    const guesser = openBrowser(url, '203.0.113.5');
    const statuses = new Set<number>();
    for (let guess = 0; guess < 100; guess += 1) {
      const path = guess % 2 === 0 ? `/pgw/session?order=${guess}` : template.orderPath(`${guess}`);
      statuses.add((await guesser(path)).status);
    }
    expect([...statuses]).toEqual([404]);
    expect((await guesser(template.orderPath('100'))).status).toBe(429);
    expect((await guesser('/pgw/session?order=101')).status).toBe(429);
    for (let request = 0; request < 101; request += 1) await buyer(template.orderPath(id));
    expect((await buyer(template.orderPath(id))).status).toBe(200);
  });
});
