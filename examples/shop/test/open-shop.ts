import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { contentSecurityPolicy } from '@pgw/express';
import type { Checkout } from '@pgw/express';
import express from 'express';
import type { Product } from '../src/catalogue/catalogue.ts';
import { getDatabasePath } from '../src/database.ts';
import { openDatabase } from '../src/open-database.ts';
import { sampleDetails } from '../src/orders/details.ts';
import { fulfill } from '../src/fulfill.ts';
import { Orders } from '../src/orders/orders.ts';
import type { PaymentSummary } from '../src/orders/payment-view.ts';
import { products as realProducts } from '../src/catalogue/products.ts';
import { createShopRouter } from '../src/shop.ts';

/** The form values that add two Cameron Dark (RM 38.00 each) to the bag. */
export const cameronForm = { product: 'cameron-dark', size: '250g', grind: 'whole-bean', quantity: '2' };
/** The amount of an order of `cameronForm` in sen, with RM 6.00 for the delivery. */
export const cameronAmount = 8200;
/** The form values that add one Rimba House to the bag. */
export const houseForm = { product: 'rimba-house', size: '250g', grind: 'filter', quantity: '1' };
/** The form values that add one enamel mug (RM 12.00) to the bag. */
export const mugForm = { product: 'enamel-mug', color: 'green', quantity: '1' };

export function createTemporaryDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'rimba-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Serves the shop's pages over HTTP, with a database file. Each test sets the payments. */
export async function openShop(options: { directory?: string; isSandbox?: boolean } = {}) {
  const newDirectory = options.directory === undefined ? createTemporaryDirectory() : undefined;
  const directory = options.directory ?? newDirectory?.path ?? '';
  const products = structuredClone(realProducts) as Product[];
  const payments: PaymentSummary[] = [];
  const savedCards = new Map<string, Awaited<ReturnType<Checkout['savedCards']['list']>>>();
  // 14 September 2026, 2:32 pm in the time zone of the shop.
  const clock = { now: Date.UTC(2026, 8, 14, 6, 32) };
  const now = (): number => clock.now;
  const shopDatabase = await openDatabase({ dataDirectory: directory, databaseUrl: undefined });
  const database = new DatabaseSync(getDatabasePath(directory));
  const orders = new Orders(shopDatabase, now);
  const app = express().set('trust proxy', 'loopback');
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app.use(
    createShopRouter({
      database: shopDatabase,
      products,
      orders,
      checkout: {
        contentSecurityPolicy: (page) =>
          contentSecurityPolicy({
            logoOrigins: ['https://gateway.example'],
            redirectOrigins: ['https://gateway.example'],
            ...page,
          }),
        // A short replacement of the snippet. The tests of @pgw/express cover the real one.
        snippet: ({ order, nonce }) =>
          Promise.resolve({
            head: `<script type="module" src="/pgw/checkout.mjs" nonce="${nonce}"></script>`,
            body: `<pgw-checkout order="${order}"></pgw-checkout>`,
          }),
        payments: { list: () => Promise.resolve(payments) },
        savedCards: {
          list: (customer) => Promise.resolve(savedCards.get(customer) ?? []),
          delete: (customer, id) => {
            const cards = savedCards.get(customer) ?? [];
            savedCards.set(
              customer,
              cards.filter((card) => card.id !== id),
            );
            return Promise.resolve(cards.some((card) => card.id === id));
          },
        },
        operator: {
          payments: {
            inspect: (reference) =>
              Promise.resolve(payments.find((payment) => payment.reference === reference)),
          },
        },
      },
      settings: { publicUrl, isSandbox: options.isSandbox ?? true, cardMode: 'full' },
      now,
    }),
  );
  return {
    publicUrl,
    orders,
    /** A connection of the test. */
    database,
    directory,
    file: getDatabasePath(directory),
    payments,
    /** The saved cards of each account, by account id. */
    savedCards,
    clock,
    changeProduct: (slug: Product['slug'], change: Partial<Product>) => {
      const index = products.findIndex((product) => product.slug === slug);
      products[index] = { ...products[index]!, ...change };
    },
    createVisitor: () => createVisitor(publicUrl),
    /** Fulfills an order, as @pgw/express does after the gateway confirms its payment. */
    fulfillOrder: (
      orderId: string,
      amount: number,
      { reference = 'RC-REF' }: { readonly reference?: string } = {},
    ) => {
      const payment = { orderId, reference, amount, currencyCode: 'MYR' };
      for (const [sql, ...values] of fulfill(payment, reference, clock.now))
        database.prepare(sql).run(...values);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      database.close();
      await shopDatabase.close();
      newDirectory?.remove();
    },
  };
}

/** A visitor with a cookie store. It does not follow redirects, so a test can check their targets. */
export function createVisitor(shopUrl: string) {
  const cookies = new Map<string, string>();
  const send = async (
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; text: string; location: string; headers: Headers }> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('cookie', [...cookies.values()].join('; '));
    const response = await fetch(shopUrl + path, { ...init, headers, redirect: 'manual' });
    for (const setCookie of response.headers.getSetCookie()) {
      const [nameAndValue = ''] = setCookie.split(';');
      const [name = ''] = nameAndValue.split('=');
      cookies.set(name, nameAndValue);
    }
    const location = response.headers.get('location') ?? '';
    return { status: response.status, text: await response.text(), location, headers: response.headers };
  };
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    send(path, { method: 'POST', body: new URLSearchParams(form), headers });
  return {
    send,
    get: (path: string) => send(path),
    post,
    /** Adds products to the bag, places an order and returns the order number. */
    placeOrder: async (...forms: Record<string, string>[]): Promise<string> => {
      for (const form of forms) await post('/bag/lines', form);
      const { location } = await post('/checkout', sampleDetails);
      return location.replace('/checkout/', '');
    },
  };
}
