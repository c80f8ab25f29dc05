// Fills a store, requests each page of the office, and prints the median and the 95th percentile of each.
import { parseArgs } from 'node:util';
import { fillPayments } from '../../../packages/office/test/fill-payments.ts';
import { describeMachine, formatTable, median, print } from '../../output.mjs';
import { openOffice, payAndRefund } from './office.mjs';
import { stores } from './stores.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    payments: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '30' },
  },
});
const [payments, rounds] = [Number(values.payments), Number(values.rounds)];
const unknown = positionals.filter((name) => !Object.hasOwn(stores, name));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown store: ${unknown.join(', ')}. The stores are ${Object.keys(stores).join(', ')}.\n`,
  );
  process.exit(2);
}

async function listPages(url) {
  const list = await (await fetch(`${url}/office`)).text();
  const order = `A1-${payments >> 1}`;
  return {
    'the list': '/office',
    'its second page': /href="(\/office\?after=[^"]+)"/.exec(list)?.[1] ?? '/office',
    'the refunds': '/office?view=refunds',
    'search by sum': '/office?q=82.00',
    'search by order': `/office?q=${order}`,
    'search for nothing': '/office?q=nothing-here',
    'an order': `/office/orders/${order}`,
    'needs attention': '/office/attention',
    reconciliation: '/office/reconcile',
    payouts: '/office/payouts',
  };
}

/** Returns the times of the requests of a page, and their mean CPU time, in milliseconds and without the first request. */
async function measurePage(url) {
  const times = [];
  let cpu = process.cpuUsage();
  for (let round = 0; round <= rounds; round += 1) {
    const at = performance.now();
    const response = await fetch(url);
    await response.text();
    if (response.status !== 200) throw new Error(`${url}: HTTP ${response.status}`);
    if (round > 0) times.push(performance.now() - at);
    else cpu = process.cpuUsage();
  }
  const { user, system } = process.cpuUsage(cpu);
  return { times, cpuMs: (user + system) / 1000 / rounds };
}

async function measure({ store, run }) {
  const office = await openOffice(store);
  try {
    const reference = await payAndRefund(office);
    await fillPayments(run, { reference, count: payments - 1, inReviewEach: 200 });
    const rows = [];
    for (const [name, path] of Object.entries(await listPages(office.url))) {
      const { times, cpuMs } = await measurePage(`${office.url}${path}`);
      const p95 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1];
      rows.push([name, ...[median(times), p95, cpuMs].map((ms) => `${ms.toFixed(1)} ms`)]);
    }
    return formatTable(['page', 'median', 'p95', 'CPU'], rows);
  } finally {
    await office.close();
  }
}

for (const name of positionals.length === 0 ? Object.keys(stores) : positionals) {
  print(`\n── ${name}, ${payments} payments: ${describeMachine()}`);
  const opened = await stores[name]();
  try {
    print(await measure(opened));
  } finally {
    await opened.close();
  }
}
