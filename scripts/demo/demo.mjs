// Runs the sandbox and the demo shop until the user presses Ctrl-C.
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fromSources } from '../from-sources.mjs';
import { readPortSetting, requireFreePort } from './port-setting.mjs';

const shopPort = readPortSetting('PGW_SHOP_PORT', 3000);
const sandboxPort = readPortSetting('PGW_SANDBOX_PORT', 4010);
const sandbox = `http://127.0.0.1:${sandboxPort}`;
const shop = `http://127.0.0.1:${shopPort}`;
const root = fileURLToPath(new URL('../..', import.meta.url));
const data = process.env.PGW_DATA ?? `${root}.pgw`;
// The payments of a shop belong to one gateway, and a sandbox at another address is another gateway.
const shopFolder = sandboxPort === 4010 ? 'shop' : `shop-${sandboxPort}`;

await requireFreePort('PGW_SHOP_PORT', shopPort);
await requireFreePort('PGW_SANDBOX_PORT', sandboxPort);
// With --merchants, one process is two shops, and has the sandbox of their merchants.
const { merchants: isMarket, postgres: databaseUrl } = readOptions();
const shopData = process.env.PGW_SHOP_DATA ?? `${data}/${isMarket ? 'market' : shopFolder}`;
const programs = isMarket
  ? [startMarket()]
  : [
      start('sandbox', 'packages/sandbox/src/cli.ts', {
        PGW_SANDBOX_PORT: String(sandboxPort),
        PGW_SANDBOX_MERCHANT_NAME: 'Rimba Coffee',
        PGW_SANDBOX_DATA: process.env.PGW_SANDBOX_DATA ?? `${data}/sandbox`,
      }),
      start('shop', 'examples/shop/src/server.ts', {
        PGW_SHOP_PORT: String(shopPort),
        PGW_SHOP_DATA: shopData,
        PGW_BASE_URL: process.env.PGW_BASE_URL ?? sandbox,
        ...(databaseUrl === undefined ? {} : { PGW_SHOP_DATABASE_URL: databaseUrl }),
      }),
    ];

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0));

await Promise.all([waitUntilReady(sandbox), waitUntilReady(shop)]);
if (!stopping.signal.aborted) {
  const office = isMarket ? '' : `  Back office  ${shop}/office\n`;
  console.log(`\n  Shop         ${shop}\n${office}  Sandbox      ${sandbox}\n`);
  const step = isMarket ? 'Pay for order A1 of each shop.' : 'Put some coffee in the bag and pay for it.';
  console.log(`The demo is ready. ${step} Press Ctrl-C to stop everything.`);
}

function readOptions() {
  try {
    const options = { merchants: { type: 'boolean', default: false }, postgres: { type: 'string' } };
    const { values } = parseArgs({ options });
    if (values.merchants && values.postgres !== undefined)
      throw new Error(
        '--merchants and --postgres cannot be used together: the market stores its payments in a file.',
      );
    return values;
  } catch (error) {
    console.error(`${error.message.replace(/\.?$/, '.')} The options are --postgres <url> and --merchants.`);
    process.exit(1);
  }
}

function startMarket() {
  return start('market', 'examples/shop/src/market.ts', {
    PGW_SHOP_PORT: String(shopPort),
    PGW_SANDBOX_PORT: String(sandboxPort),
    PGW_SHOP_DATA: shopData,
  });
}

function start(name, file, settings) {
  const child = spawn(process.execPath, [...fromSources, file], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.on('error', (error) => stop(1, `The ${name} could not be started: ${error.message}`));
  // A program that cannot start its server prints the reason and exits. Then the other one is stopped too.
  child.on('exit', (code) => stop(code === 0 ? 0 : 1, `The ${name} has stopped.`));
  return child;
}

/** Stops both programs. This process exits when both have ended. */
function stop(code, message) {
  if (stopping.signal.aborted) return;
  stopping.abort();
  if (message !== undefined) console.error(message);
  process.exitCode = code;
  for (const program of programs) program.kill('SIGTERM');
  setTimeout(() => programs.forEach((program) => program.kill('SIGKILL')), 10_000).unref();
}

/** Resolves when the program responds or has ended. */
async function waitUntilReady(address) {
  while (!stopping.signal.aborted) {
    // The timeout is for another program on this port that never responds.
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(2_000)]);
    const response = await fetch(`${address}/healthz`, { signal }).catch(() => undefined);
    if (response?.ok) return;
    await wait(100);
  }
}
