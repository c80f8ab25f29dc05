// The load generator, which runs in a separate process: autocannon, with the time of every response in
// milliseconds. With `paysOrders`, each order is started and paid, and its shopper returns.
import autocannon from 'autocannon';
import { Pool } from 'undici';
import { toTransactionNumber } from './gateway-responses.mjs';
import { signByHand, sortProperties } from './implementations/by-hand.mjs';
import { callbackUrl, createOrderBody, order } from './order.mjs';

// The count continues over all runs, so that each request has another order and starts a new payment.
let requestCount = 0;

process.on('message', (options) => {
  void (options.paysOrders ? payOrders(options) : run(options)).then((result) => process.send(result));
});
process.on('disconnect', () => process.exit(0));

async function run({ url, connections, seconds, requests }) {
  const timesMs = [];
  const startedAt = performance.now();
  const loadRun = autocannon({
    url,
    connections,
    ...(requests === undefined ? { duration: seconds } : { amount: requests }),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: createOrderBody((requestCount += 1)) }) }],
  });
  loadRun.on('response', (_client, _status, _bytes, ms) => timesMs.push(ms));
  const result = await loadRun;
  return summarize(timesMs, { startedAt, failed: result.non2xx + result.errors + result.timeouts });
}

function summarize(timesMs, { startedAt, failed }) {
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  timesMs.sort((a, b) => a - b);
  const percentile = (share) =>
    timesMs[Math.min(timesMs.length - 1, Math.floor(timesMs.length * share))] ?? 0;
  return {
    requests: timesMs.length,
    perSecond: timesMs.length / elapsedSeconds,
    p99: percentile(0.99),
    failed,
  };
}

async function payOrders({ url, connections, seconds }) {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections });
  const timesMs = [];
  let failed = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const payUntilEnd = async () => {
    while (performance.now() < endsAt) {
      const orderStartedAt = performance.now();
      const isPaid = await payOrder(pool, pathname);
      if (!isPaid) failed += 1;
      timesMs.push(performance.now() - orderStartedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, payUntilEnd));
  await pool.close();
  return summarize(timesMs, { startedAt, failed });
}

/** Pays the next order. Resolves with true if the shop has accepted each request. */
async function payOrder(pool, startPath) {
  requestCount += 1;
  const send = async (path, options = {}) => {
    const { statusCode, body } = await pool.request({ path, method: 'GET', ...options });
    return { isAccepted: statusCode < 400, text: await body.text() };
  };
  const post = (path, body, headers) =>
    send(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  const started = await post(startPath, createOrderBody(requestCount));
  const [, reference] = /bank\.example\/pay\/([^"]+)/.exec(started.text) ?? [];
  if (reference === undefined) return false;
  const transactionNumber = toTransactionNumber(reference);
  const { amount, currencyCode } = order;
  const fields = { amount, currencyCode, referenceCode: reference, status: 1, transactionNumber };
  const body = JSON.stringify(sortProperties(fields));
  const mountPath = startPath.replace('/payments', '');
  const callback = await post(`${mountPath}/callback`, body, {
    'cap-signature': signByHand(callbackUrl, body),
  });
  const query = new URLSearchParams({ ReferenceCode: reference, TransactionNumber: transactionNumber });
  const page = await send(`${mountPath}/return?${query}`);
  return callback.isAccepted && page.isAccepted;
}
