import { createServer } from 'node:http';
import { createCheckout } from '@pgw/express';
import { memoryStore } from '@pgw/express/stores/memory';
import { createGatewayClient } from '@pgw/client';
import express from 'express';
import { Pool } from 'undici';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../torture-command.ts';
import { merchant, openGateway } from '../gateway/gateway.ts';
import { runInParallel } from '../parallel.ts';
import { listen, stopServer } from '../server.ts';
import { formatMegabytes, measureHeapBytes } from './heap.ts';
import { price, publicUrl } from './target.ts';

export const visitors: TortureCommand = {
  sentence: 'The memory of the shop does not grow with the number of visitors, networks and orders.',
  flags: ['visitors'],
  run,
};

/** The allowed growth of the heap in bytes after the first tenth of the visitors. */
const growthLimit = 24 * 1024 * 1024;
/** One of so many visitors also starts a payment, which the store keeps. */
const startsEvery = 20;

/** Sends the requests of distinct visitors, each from its own network and for its own order. */
async function run({ size, log }: RunOptions): Promise<Report> {
  const count = size('visitors', { long: 100_000, short: 200 });
  const violations = new Violations();
  const shop = await openShop();
  const pool = new Pool(shop.url, { connections: 16 });
  const visit = async (index: number): Promise<void> => {
    for (const status of await sendVisit(pool, index))
      if (status >= 500) violations.add(`status ${status}`, `visitor ${index}`);
  };
  try {
    const warmUpCount = Math.ceil(count / 10);
    await runInParallel({ count: warmUpCount, concurrency: 16 }, visit);
    const before = measureHeapBytes();
    await runInParallel({ count: count - warmUpCount, concurrency: 16 }, (n) => visit(warmUpCount + n));
    const growth = measureHeapBytes() - before;
    if (growth > growthLimit) violations.add('growth of the heap in bytes above the limit', String(growth));
    log(`${count} visitors sent their requests.`);
    return {
      figures: {
        'visitors, networks and orders': count,
        'heap after the first tenth': formatMegabytes(before),
        'growth of the heap': formatMegabytes(growth),
        'allowed growth': formatMegabytes(growthLimit),
      },
      failures: violations.sentences(),
    };
  } finally {
    await pool.close();
    await shop.close();
  }
}

/** Opens a shop with request limits, which identifies visitors by a header. */
async function openShop(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const gateway = await openGateway();
  const client = createGatewayClient({
    baseUrl: gateway.url,
    merchantId: merchant.merchantId,
    secretKey: merchant.secretKey,
    credentials: merchant.token,
  });
  const checkout = createCheckout({
    gateway: client,
    publicUrl,
    merchant: 'Rimba Coffee',
    mode: 'hosted',
    // SQLite in memory. The heap does not contain its rows, which a shop has on a disk.
    store: memoryStore(),
    sweepIntervalMs: 0,
    limits: { visitorQueriesPerSecond: 1_000_000 },
    visitorOf: (request) => request.get('x-visitor') ?? null,
    resolveOrder: (orderId) => (/^A\d{1,7}$/.test(orderId) ? price : undefined),
    onPaid: () => undefined,
    onEvent: () => undefined,
  });
  await checkout.ready;
  const app = express().set('trust proxy', 'loopback');
  app.use('/pgw', checkout.router);
  const server = createServer(app);
  const url = await listen(server);
  return {
    url,
    close: async () => {
      await stopServer(server);
      await checkout.close();
      await client.close();
      await gateway.close();
    },
  };
}

/** Opens the session of an order, a payment that does not exist, and a return. Some visitors start a payment. */
async function sendVisit(pool: Pool, index: number): Promise<number[]> {
  const address = `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`;
  const headers = {
    'x-forwarded-for': address,
    'x-visitor': `visitor-${index}`,
    'content-type': 'application/json',
    'accept-language': `en-x${index}`,
  };
  const order = `A${index}`;
  const get = (path: string) => ({ method: 'GET' as const, path, headers });
  const body = JSON.stringify({
    order,
    shownAmount: price.amount,
    shownCurrencyCode: price.currencyCode,
    attempt: `attempt-${index}`,
  });
  const requests = [
    get(`/pgw/session?order=${order}`),
    get(`/pgw/payments/${order}-UNKNOWN${index}`),
    get(`/pgw/return?ReferenceCode=X${index}&TransactionNumber=`),
    ...(index % startsEvery === 0 ? [{ method: 'POST' as const, path: '/pgw/payments', headers, body }] : []),
  ];
  const statuses: number[] = [];
  for (const request of requests) {
    const response = await pool.request(request);
    await response.body.dump();
    statuses.push(response.statusCode);
  }
  return statuses;
}
