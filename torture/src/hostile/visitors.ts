import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../torture-command.ts';
import { openGateway } from '../gateway/gateway.ts';
import { runInParallel } from '../parallel.ts';
import { closeChild, requestReachableBytes, startChild } from '../shop/child.ts';
import { formatMegabytes } from './memory.ts';
import { price } from './target.ts';

export const visitors: TortureCommand = {
  sentence: 'The memory of the shop does not grow with the number of visitors, networks and orders.',
  flags: ['visitors'],
  run,
};

const shopProgram = fileURLToPath(new URL('visitors-shop.ts', import.meta.url));
/** The allowed growth of the memory in bytes for each visitor after the first ones, and for the noise of the measurement. */
const growthPerVisitor = 64;
const growthNoise = 128 * 1024;
/** One of so many visitors also starts a payment, which the store keeps. */
const startsEvery = 20;

/** Sends the requests of distinct visitors, each from its own network and for its own order. */
async function run({ size, log }: RunOptions): Promise<Report> {
  const count = size('visitors', { long: 100_000, short: 3_000 });
  const violations = new Violations();
  const gateway = await openGateway();
  const shop = await startChild(shopProgram, { PGW_TORTURE_GATEWAY: gateway.url });
  const pool = new Pool(shop.url, { connections: 16 });
  const visit = async (index: number): Promise<void> => {
    for (const { status, expected, path } of await sendVisit(pool, index))
      if (status !== expected) violations.add(`status ${status} in place of ${expected}`, path);
  };
  try {
    // The first visitors fill the caches of the program, which have limits of their own.
    const warmUpCount = Math.min(10_000, Math.ceil(count / 5));
    await runInParallel({ count: warmUpCount, concurrency: 16 }, visit);
    const sizes = [await requestReachableBytes(shop)];
    const part = Math.floor((count - warmUpCount) / 3);
    for (const first of [0, part, 2 * part]) {
      await runInParallel({ count: part, concurrency: 16 }, (index) => visit(warmUpCount + first + index));
      sizes.push(await requestReachableBytes(shop));
    }
    // After every other collection, about 200 KB more are reachable. The mean of two measurements does not depend on it.
    const [first = 0, second = 0, third = 0, fourth = 0] = sizes;
    const growth = (third + fourth - first - second) / 2;
    const measuredCount = 2 * part;
    const growthLimit = growthNoise + growthPerVisitor * measuredCount;
    if (growth > growthLimit) violations.add('growth of the memory in bytes above the limit', String(growth));
    log(`${count} visitors sent their requests.`);
    return {
      figures: {
        'visitors, networks and orders': count,
        [`memory after ${warmUpCount} visitors`]: formatMegabytes(first),
        [`growth for ${measuredCount} visitors`]: `${Math.round(growth / 1024)} KB`,
        'allowed growth': `${Math.round(growthLimit / 1024)} KB`,
      },
      failures: violations.sentences(),
    };
  } finally {
    await pool.close();
    await closeChild(shop);
    await gateway.close();
  }
}

interface VisitResponse {
  readonly path: string;
  readonly status: number;
  readonly expected: number;
}

/** Opens the session of an order, a payment that does not exist, and a return. Some visitors start a payment. */
async function sendVisit(pool: Pool, index: number): Promise<VisitResponse[]> {
  const address = `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`;
  const headers = {
    'x-forwarded-for': address,
    'x-visitor': `visitor-${index}`,
    'content-type': 'application/json',
    'accept-language': `en-x${index}`,
  };
  const order = `A${index}`;
  const get = (path: string, expected: number) => ({ method: 'GET' as const, path, headers, expected });
  const body = JSON.stringify({
    order,
    shownAmount: price.amount,
    shownCurrencyCode: price.currencyCode,
    attempt: `attempt-${index}`,
  });
  const requests = [
    get(`/pgw/session?order=${order}`, 200),
    get(`/pgw/payments/${order}-UNKNOWN${index}`, 404),
    get(`/pgw/return?ReferenceCode=X${index}&TransactionNumber=`, 404),
    ...(index % startsEvery === 0
      ? [{ method: 'POST' as const, path: '/pgw/payments', headers, body, expected: 201 }]
      : []),
  ];
  const responses: VisitResponse[] = [];
  for (const { expected, ...request } of requests) {
    const response = await pool.request(request);
    await response.body.dump();
    responses.push({ path: request.path, status: response.statusCode, expected });
  }
  return responses;
}
