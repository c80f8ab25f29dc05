// The load generator in a separate process: autocannon, with every response time in microseconds.
import autocannon from 'autocannon';
import { orderBody } from './order.mjs';

// Orders also differ between runs, so that a store that is kept does not start a payment twice.
let sent = 0;

process.on('message', (wanted) => {
  void run(wanted).then((seen) => process.send(seen));
});
process.on('disconnect', () => process.exit(0));

async function run({ url, connections, seconds, amount }) {
  const times = [];
  const startedAt = performance.now();
  const shots = autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: orderBody((sent += 1)) }) }],
  });
  shots.on('response', (_client, _status, _bytes, ms) => times.push(ms));
  const result = await shots;
  const elapsed = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    requests: times.length,
    perSecond: times.length / elapsed,
    p99: at(0.99),
    failed: result.non2xx + result.errors + result.timeouts,
  };
}
