import { readFileSync } from 'node:fs';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openBrowser,
  selectTemplates,
  startLinkedShop,
  type Browser,
  type LinkedShop,
} from './linked-shop.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

/** The routes of the checkout that take the id of an order, from the published description. */
function listOrderRoutes(): string[] {
  const file = new URL('../../../openapi/storefront.json', import.meta.url);
  // The file is generated from the schemas, so its form is known.
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) =>
        /"name":"order"|"order":\{|schemas\/StartRequest"/.test(JSON.stringify(operation)),
      )
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
}

const payment = {
  channelId: 5,
  shownAmount: 12_890,
  shownCurrencyCode: 'MYR',
  attempt: 'attempt-of-a-guess',
};

/** A request with the id of an order that does not exist, to each of these routes. */
const guesses: Readonly<Record<string, (browser: Browser) => Promise<Response>>> = {
  'GET /session': (browser) => browser('/pgw/session?order=1'),
  'GET /channels/{channelId}/banks': (browser) => browser('/pgw/channels/5/banks?order=1'),
  'POST /payments': (browser) =>
    browser('/pgw/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order: '1', ...payment }),
    }),
  'POST /start': (browser) =>
    browser('/pgw/start', {
      method: 'POST',
      body: new URLSearchParams({ order: '1', channel: '5' }),
    }),
};

it('there is a guess for each route of the checkout that takes the id of an order', () => {
  expect(listOrderRoutes()).toEqual(Object.keys(guesses));
});

describe.each(selectTemplates('hono'))('a shop of the template %s', (name, template) => {
  let shop: LinkedShop;
  beforeAll(async () => {
    shop = await startLinkedShop(name, { gateway: sandbox.url, publicUrl: 'https://shop.example' });
  });
  afterAll(() => shop.stop());

  it.each(Object.keys(guesses).map((route, index) => [route, index] as const))(
    'counts a guess at %s, also from another address of an IPv6 network',
    async (route, index) => {
      const guesser = openBrowser(shop.url, `2001:db8:${index}::1`);
      for (let count = 0; count < 99; count += 1)
        expect((await guesser(template.orderPath(`${count}`))).status).toBe(404);
      const neighbor = openBrowser(shop.url, `2001:db8:${index}::2`);
      expect((await guesses[route]?.(neighbor))?.status).toBe(404);
      expect((await guesser(template.orderPath('1'))).status).toBe(429);
      expect((await guesses[route]?.(guesser))?.status).toBe(429);
      const stranger = openBrowser(shop.url, `2001:db8:1${index}::1`);
      expect((await guesses[route]?.(stranger))?.status).toBe(404);
    },
  );

  it('sends HSTS behind https only, also with the responses of the checkout', async () => {
    const visitor = openBrowser(shop.url, '203.0.113.1');
    for (const path of [template.orderPath('1'), '/pgw/health'])
      expect((await visitor(path)).headers.get('strict-transport-security'), path).toBe('max-age=31536000');
    const shopWithoutHttps = await startLinkedShop(name, { gateway: sandbox.url });
    const { headers } = await fetch(`${shopWithoutHttps.url}/pgw/health`);
    shopWithoutHttps.stop();
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('limits the orders of a network to 30 in ten minutes, behind a proxy on the machine', async () => {
    const place = async (address: string): Promise<number> => {
      const body = new URLSearchParams({ product: 'nothing' });
      const response = await openBrowser(shop.url, address)(template.formPath, { method: 'POST', body });
      return response.status;
    };
    for (let count = 1; count <= 30; count++) expect(await place('203.0.113.7')).toBe(400);
    expect(await place('203.0.113.7')).toBe(429);
    expect(await place('203.0.113.8')).toBe(400);
  });
});
