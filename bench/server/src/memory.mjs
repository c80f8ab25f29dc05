// Shows whether the memory stays constant in a long run. Measures the heap after every tenth of the run, each
// time after a garbage collection. Also counts the connections to the gateway.
import { reportNewConnections, startImplementation, startGateway } from './http-bench.mjs';
import { cores, start } from './processes.mjs';
import { print, printTable } from '../../output.mjs';

const connections = 50;
const stepCount = 10;

export async function runMemoryBench({ requests }) {
  const rows = [];
  for (const name of ['pgw-client', 'pgw-route-embedded']) {
    const gateway = await startGateway();
    const load = await start('load.mjs', { core: cores.load, sendsFirstMessage: false });
    const implementation = await startImplementation(name, gateway.firstMessage);
    try {
      rows.push([name, ...(await run({ gateway, load, implementation, requests }))]);
    } finally {
      for (const { stop } of [implementation, load, gateway]) await stop();
    }
  }
  const headings = Array.from(
    { length: stepCount },
    (_, step) => `after ${((requests * (step + 1)) / stepCount / 1000).toFixed(0)}k`,
  );
  print(`${requests} requests over ${connections} connections; the heap after a garbage collection.\n`);
  printTable('memory', ['heap, MiB', ...headings, 'connections opened'], rows);
}

async function run({ gateway, load, implementation, requests }) {
  const { url } = implementation.firstMessage;
  await gateway.request(reportNewConnections);
  const heaps = [];
  for (let step = 0; step < stepCount; step += 1) {
    const result = await load.request({ url, connections, requests: requests / stepCount });
    if (result.failed > 0) throw new Error(`${result.failed} of ${result.requests} requests failed.`);
    const { heapUsed } = await implementation.request({ collectGarbage: true });
    heaps.push((heapUsed / 2 ** 20).toFixed(1));
  }
  const { newConnections } = await gateway.request(reportNewConnections);
  return [...heaps, newConnections];
}
