// The load generator, which runs in a separate process: autocannon, with the time of every response in
// milliseconds.
import autocannon from 'autocannon';
import { createOrderBody } from './order.mjs';

// The count continues over all runs, so that each request has another order and starts a new payment.
let requestCount = 0;

process.on('message', (options) => {
  void run(options).then((result) => process.send(result));
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
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  timesMs.sort((a, b) => a - b);
  const percentile = (share) =>
    timesMs[Math.min(timesMs.length - 1, Math.floor(timesMs.length * share))] ?? 0;
  return {
    requests: timesMs.length,
    perSecond: timesMs.length / elapsedSeconds,
    p99: percentile(0.99),
    failed: result.non2xx + result.errors + result.timeouts,
  };
}
