import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Express, type RequestHandler } from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';

interface Protection {
  readonly protect: (app: Express) => void;
  readonly limitOrders: RequestHandler;
}

const folder = fileURLToPath(new URL('../templates/common/src', import.meta.url));

/** Serves an app with the protection of a created shop. */
async function openShop(publicUrl: string) {
  vi.resetModules();
  vi.doMock(join(folder, 'checkout.ts'), () => ({ publicUrl }));
  // The template is a module of another program, so its types are not known here. The tests call both exports.
  const { protect, limitOrders } = (await import(join(folder, 'protection.ts'))) as Protection;
  const app = express();
  protect(app);
  app.post('/orders', limitOrders, (_request, response) => void response.status(201).end());
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (address: string, path = '/orders', method = 'POST') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'x-forwarded-for': address, connection: 'close' },
    });
}

/** The routes of the checkout that take the id of an order, from the published description. */
function listOrderRoutes(): { readonly method: string; readonly path: string }[] {
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
      .map(([method]) => ({ method: method.toUpperCase(), path: `/pgw${path.replaceAll(/\{\w+\}/g, '5')}` })),
  );
}

test('in a created shop the failures of each route that takes the id of an order are limited for a network', async () => {
  const routes = listOrderRoutes();
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /pgw/session',
    'GET /pgw/channels/5/banks',
    'POST /pgw/payments',
    'POST /pgw/start',
  ]);
  for (const { method, path } of routes) {
    const send = await openShop('https://shop.example');
    for (let guess = 0; guess < 100; guess += 1)
      expect((await send('203.0.113.7', path, method)).status, path).toBe(404);
    expect((await send('203.0.113.7', path, method)).status, path).toBe(429);
    expect((await send('203.0.113.8', path, method)).status, path).toBe(404);
  }
});

test('a created shop sends HSTS behind https only', async () => {
  const placeOverHttps = await openShop('https://shop.example');
  const hsts = 'strict-transport-security';
  expect((await placeOverHttps('203.0.113.7')).headers.get(hsts)).toBe('max-age=31536000');
  const placeOverHttp = await openShop('http://127.0.0.1:3000');
  expect((await placeOverHttp('203.0.113.7')).headers.get(hsts)).toBeNull();
});

test('in a created shop a network can place 30 orders in ten minutes, also behind a proxy on the machine', async () => {
  const place = await openShop('https://shop.example');
  for (let count = 1; count <= 30; count++) expect((await place('203.0.113.7')).status).toBe(201);
  expect((await place('203.0.113.7')).status).toBe(429);
  expect((await place('203.0.113.8')).status).toBe(201);
});
