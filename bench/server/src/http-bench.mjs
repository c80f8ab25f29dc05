// Measures the implementations over real HTTP with one stub gateway. Each round measures all implementations, one
// after the other. Prints the medians of the rounds.
import { createCertificate } from './certificate.mjs';
import { createOrderBody } from './order.mjs';
import { cores, isPinned, sleep, start } from './processes.mjs';
import { median, print, printTable } from '../../output.mjs';

/** The implementations in the order of the table. */
export const implementations = {
  baseline: { title: 'baseline: Express + undici Pool + createHmac' },
  'baseline-again': { title: 'the baseline in a second process (measurement error)' },
  'baseline-stored': { title: 'the baseline that stores the payment and the response' },
  fetch: { title: 'the baseline with global fetch' },
  'pgw-client': { title: "@pgw/client in the baseline's handler" },
  'pgw-client-lean': { title: '@pgw/client in a handler without parsers' },
  'pgw-route-memory': { title: '@pgw/express, whole route, memory store' },
  'pgw-route-node': { title: '@pgw/server/node, whole route, memory store' },
  'pgw-route-fastify': { title: '@pgw/server/fastify, whole route, memory store' },
  'pgw-route-web': { title: '@pgw/server/web on @hono/node-server, whole route, memory store' },
  'pgw-route-embedded': { title: '@pgw/express, whole route, embedded store' },
  'pgw-route-limits': { title: '@pgw/express, whole route, embedded store, limits of requests' },
  'pgw-paid-order': {
    title: '@pgw/express, start, callback and return of an order, embedded store',
    program: 'pgw-route-embedded',
    paysOrders: true,
  },
  stripe: { title: 'stripe-node' },
  'adyen-kept-alive': { title: "Adyen's library, keep-alive, HTTP" },
  adyen: { title: "Adyen's library, default settings", needsTls: true },
  'mollie-kept-alive': { title: "Mollie's library, keep-alive, HTTP" },
  mollie: { title: "Mollie's library, default settings", needsTls: true },
};

const connections = 50;

/** A message to the gateway. It responds with the number of new connections since the last message. */
export const reportNewConnections = {};
/** A message to an implementation. It responds with its CPU time and memory. */
const reportUsage = {};

export async function runHttpBench({ rounds, seconds, only, warmUpRequests }) {
  const names = Object.keys(implementations).filter(
    (name) => only.length === 0 || name === 'baseline' || only.includes(name),
  );
  const servers = await startServers(
    names.map((name) => ({ key: name, name })),
    warmUpRequests,
  );
  const roundsByName = Object.fromEntries(servers.keys.map((name) => [name, []]));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const name of servers.keys) roundsByName[name].push(await servers.measure(name, seconds));
      process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    }
    printResults(roundsByName);
  } finally {
    await servers.stop();
  }
}

/**
 * Starts implementations, and warms each up with `warmUpRequests`. `source` is the folder of an implementation of another commit. Without
 * openssl, implementations that need TLS are not started; `keys` lists the others.
 */
export async function startServers(entries, warmUpRequests) {
  const tls = createCertificate();
  if (tls === undefined) print('openssl is missing: implementations that need TLS are skipped.');
  const started = entries.filter(({ name }) => tls !== undefined || implementations[name].needsTls !== true);
  const gateway = await startGateway(tls);
  const load = await start('load.mjs', { core: cores.load, sendsFirstMessage: false });
  const servers = {};
  const stop = async () => {
    for (const each of [...Object.values(servers), load, gateway]) await each.stop();
    tls?.remove();
  };
  try {
    for (const { key, name, source } of started) {
      const { program = name, paysOrders = false } = implementations[name];
      const server = await startImplementation(program, gateway.firstMessage, { tls, source });
      servers[key] = { ...server, paysOrders };
    }
    for (const { key } of started) await warmUp(key, servers[key], { warmUpRequests, load });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    keys: started.map(({ key }) => key),
    measure: (key, seconds) => measure(servers[key], { gateway, load, seconds }),
    stop,
  };
}

/**
 * Ends the warm-up of an implementation that serves only a few requests per second. The others finish much
 * earlier.
 */
const warmUpSeconds = 120;

/** Sends requests to a server before it is measured. After 15,000 requests, it has compiled its hot code. */
async function warmUp(name, { firstMessage: { url }, paysOrders }, { warmUpRequests, load }) {
  let servedRequests = 0;
  for (let second = 0; servedRequests < warmUpRequests && second < warmUpSeconds; second += 1)
    servedRequests += (await load.request({ url, connections, paysOrders, seconds: 1 })).requests;
  if (servedRequests < warmUpRequests)
    print(`${name} served only ${servedRequests} requests before the measurement, not ${warmUpRequests}.`);
}

export function startGateway(tls) {
  return start('gateway.mjs', { core: cores.load, args: tls ? [tls.certificate, tls.key] : [] });
}

/** Starts an implementation and sends it one request. Throws if the implementation does not respond as expected. */
export async function startImplementation(name, { httpOrigin, httpsOrigin = '' }, { tls, source } = {}) {
  const implementation = await start('run-implementation.mjs', {
    source,
    core: cores.implementation,
    args: [name, httpOrigin, httpsOrigin],
    flags: ['--expose-gc', '--no-warnings'],
    env: tls === undefined ? {} : { NODE_EXTRA_CA_CERTS: tls.certificate },
  });
  const { url } = implementation.firstMessage;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: createOrderBody(0) });
  const text = await response.text();
  if (response.status === 201 && text.includes('https://bank.example/')) return implementation;
  await implementation.stop();
  throw new Error(`${name} does not respond as expected: HTTP ${response.status} ${text.slice(0, 300)}`);
}

async function measure(implementation, { gateway, load, seconds }) {
  const { firstMessage, paysOrders } = implementation;
  const { url } = firstMessage;
  // This short run reopens the connections that were closed while the implementation was idle.
  await load.request({ url, connections, paysOrders, seconds: 0.25 });
  await gateway.request(reportNewConnections);
  const before = await implementation.request(reportUsage);
  const result = await load.request({ url, connections, paysOrders, seconds });
  const after = await implementation.request(reportUsage);
  const connectionReport = await gateway.request(reportNewConnections);
  if (result.failed > 0) throw new Error(`${result.failed} of ${result.requests} requests to ${url} failed.`);
  // In this pause, the implementation closes its connections before the next one is measured.
  await sleep(50);
  return {
    perSecond: result.perSecond,
    p99: result.p99,
    cpu: (after.cpuMicros - before.cpuMicros) / result.requests,
    rss: after.rss / 2 ** 20,
    newConnections: connectionReport.newConnections / result.requests,
  };
}

function printResults(roundsByName) {
  const findMedian = (name, field) => median(roundsByName[name].map((round) => round[field]));
  // A ratio is computed within a round, because the machine then has the same load for both.
  const formatRatio = (name, field) => {
    const ratios = roundsByName[name].map(
      (round, index) => round[field] / roundsByName.baseline[index][field],
    );
    return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
  };
  const rows = Object.keys(roundsByName).map((name) => [
    implementations[name].title,
    findMedian(name, 'perSecond').toFixed(0),
    formatRatio(name, 'perSecond'),
    findMedian(name, 'cpu').toFixed(0),
    formatRatio(name, 'cpu'),
    findMedian(name, 'p99').toFixed(0),
    findMedian(name, 'rss').toFixed(0),
    findMedian(name, 'newConnections').toFixed(2),
  ]);
  const pinned = isPinned ? 'implementation and load on separate cores' : 'nothing pinned';
  const { length } = roundsByName.baseline;
  print(
    `\n${connections} connections; rounds: ${length}; ${pinned}; a ratio is the median of the rounds, with the lowest and the highest.\n`,
  );
  const rate = ['requests/s', '÷ baseline'];
  const cpu = ['CPU per request, µs', '÷ baseline'];
  const headings = ['implementation', ...rate, ...cpu, 'p99, ms', 'RSS, MiB', 'new connections per request'];
  printTable('http', headings, rows);
}
