// Measures the memory after every tenth of a long run, after a garbage collection, and the number of sockets at the gateway.
import { startContestant, startGateway } from './http-bench.mjs';
import { cores, start } from './processes.mjs';
import { say, table } from './table.mjs';

const connections = 50;
const steps = 10;

export async function flatBench({ requests }) {
  const rows = [];
  for (const name of ['pgw-client', 'pgw-route-embedded']) {
    const gateway = await startGateway();
    const load = await start('load.mjs', { core: cores.load, speaksFirst: false });
    const contestant = await startContestant(name, gateway.hello);
    try {
      rows.push([name, ...(await run({ gateway, load, contestant, requests }))]);
    } finally {
      for (const { stop } of [contestant, load, gateway]) await stop();
    }
  }
  const heads = Array.from(
    { length: steps },
    (_, step) => `after ${((requests * (step + 1)) / steps / 1000).toFixed(0)}k`,
  );
  say(`${requests} requests over ${connections} connections; the heap after a collection.\n`);
  say(table(['heap, MiB', ...heads, 'connections made'], rows));
}

async function run({ gateway, load, contestant, requests }) {
  const { url } = contestant.hello;
  await gateway.request({});
  const heaps = [];
  for (let step = 0; step < steps; step += 1) {
    const seen = await load.request({ url, connections, amount: requests / steps });
    if (seen.failed > 0) throw new Error(`${seen.failed} of ${seen.requests} requests failed.`);
    const { heapUsed } = await contestant.request({ collect: true });
    heaps.push((heapUsed / 2 ** 20).toFixed(1));
  }
  const { accepted } = await gateway.request({});
  return [...heaps, accepted];
}
