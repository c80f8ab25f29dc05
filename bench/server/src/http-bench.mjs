// Runs contestants with one stub gateway over real HTTP: one after the other in every round. Prints medians of the rounds.
import { makeCertificate } from './certificate.mjs';
import { orderBody } from './order.mjs';
import { cores, isPinned, sleep, start } from './processes.mjs';
import { median, say, table } from './table.mjs';

/** `cpu` and `rate` are targets, as ratios to the floor's CPU per request and requests per second. */
export const contestants = {
  floor: { title: 'floor: Express + undici Pool + createHmac' },
  'floor-again': { title: 'the floor again, in a second process (the error of the bench)' },
  'floor-stored': { title: 'the floor that stores before and after its request' },
  fetch: { title: 'the floor with global fetch' },
  'pgw-client': { title: "@pgw/client in the floor's handler", cpu: '≤ 0.9' },
  'pgw-client-lean': { title: '@pgw/client in a handler without parsers', cpu: '≤ 0.9' },
  'pgw-route-memory': { title: '@pgw/express, whole route, memory store', rate: '≥ 0.9' },
  'pgw-route-embedded': { title: '@pgw/express, whole route, embedded store', rate: '≥ 0.4' },
  stripe: { title: 'stripe-node' },
  'adyen-kept-alive': { title: "Adyen's library, keep-alive, HTTP" },
  adyen: { title: "Adyen's library as shipped", needsTls: true },
  'mollie-kept-alive': { title: "Mollie's library, keep-alive, HTTP" },
  mollie: { title: "Mollie's library as shipped", needsTls: true },
};

const connections = 50;

export async function httpBench({ rounds, seconds, only }) {
  const tls = makeCertificate();
  if (tls === undefined) say('openssl is missing: contestants that need TLS are skipped.');
  const names = Object.keys(contestants).filter(
    (name) =>
      (only.length === 0 || name === 'floor' || only.includes(name)) &&
      (tls !== undefined || contestants[name].needsTls !== true),
  );
  const gateway = await startGateway(tls);
  const load = await start('load.mjs', { core: cores.load, speaksFirst: false });
  const running = {};
  try {
    for (const name of names) running[name] = await startContestant(name, gateway.hello, tls);
    for (const name of names) await warmUp({ name, url: running[name].hello.url }, load);
    const measured = Object.fromEntries(names.map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const name of names) measured[name].push(await measure(running[name], { gateway, load, seconds }));
      process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    }
    print(measured);
  } finally {
    for (const { stop } of [...Object.values(running), load, gateway]) await stop();
    tls?.remove();
  }
}

/** The number of requests after which a server has compiled its hot code. */
const warmRequests = 15_000;
/** Ends the warm-up of a contestant that serves only a few requests per second. The others finish much earlier. */
const warmUpSeconds = 120;

/** Sends requests to a server before it is measured, because a new server is still compiling its code. */
async function warmUp({ name, url }, load) {
  let served = 0;
  for (let second = 0; served < warmRequests && second < warmUpSeconds; second += 1)
    served += (await load.request({ url, connections, seconds: 1 })).requests;
  if (served < warmRequests)
    say(`${name} had served ${served} requests, not ${warmRequests}, before it was measured.`);
}

export function startGateway(tls) {
  return start('gateway.mjs', { core: cores.load, args: tls ? [tls.certificate, tls.key] : [] });
}

/** Starts a contestant and sends one request, so that a contestant that fails is not measured. */
export async function startContestant(name, { http, https = '' }, tls) {
  const contestant = await start('contestant.mjs', {
    core: cores.contestant,
    args: [name, http, https],
    flags: ['--expose-gc', '--no-warnings'],
    env: tls === undefined ? {} : { NODE_EXTRA_CA_CERTS: tls.certificate },
  });
  const { url } = contestant.hello;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: orderBody(0) });
  const text = await response.text();
  if (response.status === 201 && text.includes('https://bank.example/')) return contestant;
  await contestant.stop();
  throw new Error(`${name} does not serve: HTTP ${response.status} ${text.slice(0, 300)}`);
}

async function measure(contestant, { gateway, load, seconds }) {
  const { url } = contestant.hello;
  // Idle sockets may have been closed, so they are opened again before the measurement.
  await load.request({ url, connections, seconds: 0.25 });
  await gateway.request({});
  const before = await contestant.request({});
  const seen = await load.request({ url, connections, seconds });
  const after = await contestant.request({});
  const sockets = await gateway.request({});
  if (seen.failed > 0) throw new Error(`${seen.failed} of ${seen.requests} requests to ${url} failed.`);
  await sleep(50);
  return {
    perSecond: seen.perSecond,
    p99: seen.p99,
    cpu: (after.cpuMicros - before.cpuMicros) / seen.requests,
    rss: after.rss / 2 ** 20,
    newSockets: sockets.accepted / seen.requests,
  };
}

function print(measured) {
  const of = (name, field) => median(measured[name].map((round) => round[field]));
  // A ratio is computed within a round, in which the machine had the same load for both.
  const ratio = (name, field) => {
    const ratios = measured[name].map((round, index) => round[field] / measured.floor[index][field]);
    return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
  };
  const rows = Object.keys(measured).map((name) => [
    contestants[name].title,
    of(name, 'perSecond').toFixed(0),
    ratio(name, 'perSecond'),
    contestants[name].rate ?? '',
    of(name, 'cpu').toFixed(0),
    ratio(name, 'cpu'),
    contestants[name].cpu ?? '',
    of(name, 'p99').toFixed(0),
    of(name, 'rss').toFixed(0),
    of(name, 'newSockets').toFixed(2),
  ]);
  const pinned = isPinned ? 'contestant and load on separate cores' : 'nothing pinned';
  const { length } = measured.floor;
  say(
    `\n${connections} connections; ${length} rounds; ${pinned}; a ratio is the median of the rounds', with the lowest and the highest.\n`,
  );
  const rate = ['requests/s', '÷ floor', 'target'];
  const cpu = ['CPU a request, µs', '÷ floor', 'target'];
  say(table(['contestant', ...rate, ...cpu, 'p99, ms', 'RSS, MiB', 'new connections per request'], rows));
}
