// Starts and resets sandboxes of @pgw/sandbox/testing, each round in a new process.
import { execFileSync } from 'node:child_process';
import { median } from '../../output.mjs';

/** Every row is divided by this one. It is the start of a sandbox that is not for tests. */
const baseline = 'createSandbox with a data directory';

/** Returns a table of starts and resets. The first start of a process also loads and compiles the modules. */
export function measureKit(shop, { rounds }) {
  const runs = Array.from({ length: rounds }, () => runProgram(shop));
  const rows = Object.keys(runs[0]).map((title) => [
    title,
    Math.min(...runs.map((run) => run[title])).toFixed(1),
    median(runs.map((run) => run[title])).toFixed(1),
    median(runs.map((run) => run[title] / run[baseline])).toFixed(2),
  ]);
  return { headings: ['operation', 'ms, lowest', 'ms, median', `÷ ${baseline}`], rows };
}

function runProgram(shop) {
  const args = ['--no-warnings', '--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: shop, encoding: 'utf8' }));
}

/** Prints the median milliseconds of each operation as JSON. The rows of a round alternate. */
const program = `
  import { mkdtempSync, rmSync } from 'node:fs';
  import { createServer } from 'node:http';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  import { createGatewayClient } from '@pgw/client';
  const times = {};
  const measure = async (title, work) => {
    const startedAt = performance.now();
    const result = await work();
    (times[title] ??= []).push(performance.now() - startedAt);
    return result;
  };
  const first = await measure('import @pgw/sandbox/testing and the first createSandbox', async () => {
    const { createSandbox } = await import('@pgw/sandbox/testing');
    return createSandbox();
  });
  await first.close();
  const kit = await import('@pgw/sandbox/testing');
  const { createSandbox } = await import('@pgw/sandbox');
  const shop = createServer((_incoming, outgoing) => outgoing.end());
  await new Promise((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const shopUrl = 'http://127.0.0.1:' + shop.address().port;
  const sandbox = await kit.createSandbox();
  const client = createGatewayClient(sandbox.clientOptions);
  for (let turn = 0; turn < 20; turn += 1) {
    const server = createServer();
    await measure('a server without routes listens', () => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)));
    server.close();
    const data = mkdtempSync(join(tmpdir(), 'pgw-bench-kit-'));
    const stored = await measure('${baseline}', () => createSandbox({ port: 0, data }));
    await stored.close();
    rmSync(data, { recursive: true });
    const other = await measure('createSandbox of the kit', () => kit.createSandbox());
    await other.close();
    await client.requestPayment({
      currencyCode: 'MYR', amount: 100, channelId: 3, referenceCode: 'ORDER', ipAddress: '127.0.0.1',
      returnUrl: shopUrl, callbackUrl: shopUrl,
    });
    await sandbox.payAs('paid');
    await measure('reset after a paid payment', () => sandbox.reset());
  }
  await client.close();
  await sandbox.close();
  shop.close();
  const toMedian = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
  console.log(JSON.stringify(Object.fromEntries(Object.entries(times).map(([title, values]) => [title, toMedian(values)]))));
`;
