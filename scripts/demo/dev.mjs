// `npm run dev` runs the sandbox, the demo shop and the element from their sources. A change restarts the
// program that uses the file and reloads the page. Vite listens at the address of the shop. It serves the
// element, and forwards every other request to the shop.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect, createServer as createRelay } from 'node:net';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findFreePort } from '../free-port.mjs';
import { fromSources } from '../from-sources.mjs';
import { readPortSetting, requireFreePort } from './port-setting.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const checkout = join(root, 'packages', 'checkout');
const publicFiles = join(root, 'examples', 'shop', 'public');
const data = process.env.PGW_DATA ?? join(root, '.pgw');
const port = readPortSetting('PGW_SHOP_PORT', 3000);
const sandboxPort = readPortSetting('PGW_SANDBOX_PORT', 4010);
const address = `http://127.0.0.1:${port}`;
const sandbox = `http://127.0.0.1:${sandboxPort}`;
// The payments of a shop belong to one gateway, and a sandbox at another address is another gateway.
const shopFolder = sandboxPort === 4010 ? 'shop' : `shop-${sandboxPort}`;
await requireFreePort('PGW_SHOP_PORT', port);
await requireFreePort('PGW_SANDBOX_PORT', sandboxPort);
const shopPort = await findFreePort();
const relay = createRelay((client) => void passToShop(client)).listen(0, '127.0.0.1');
await once(relay, 'listening');

// Vite is loaded from the dependencies of the element.
const requireFromCheckout = createRequire(join(checkout, 'package.json'));
const { createServer } = await import(pathToFileURL(requireFromCheckout.resolve('vite')).href);

/**
 * The script that is served in place of the built one. It loads Vite's client, which reloads the page, and
 * the sources of the element. Vite reads the nonce of its error overlay from a meta element. The policy of
 * the page allows styles with that nonce.
 */
const loader = `const meta = document.createElement('meta');
meta.setAttribute('property', 'csp-nonce');
meta.nonce = document.currentScript.nonce;
document.head.append(meta);
import('/pgw/@vite/client');
import('/pgw/script.ts');
`;
const elementPaths = String.raw`pgw/(@|node_modules/|[\w/.-]+\.ts(\?|$))`;

const vite = await createServer({
  configFile: false,
  root: join(checkout, 'src'),
  base: '/pgw/',
  appType: 'custom',
  logLevel: 'warn',
  cacheDir: join(root, 'node_modules', '.cache', 'vite-dev'),
  optimizeDeps: { entries: ['script.ts'] },
  plugins: [{ name: 'element-from-sources', configureServer: serveLoader }],
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    fs: { allow: [root] },
    proxy: { [`^/(?!${elementPaths})`]: { target: `http://127.0.0.1:${relay.address().port}` } },
  },
});
await vite.listen();
// The shop reads its pictures, styles and scripts for each request. After their change only the page is
// reloaded.
vite.watcher.add(publicFiles);
vite.watcher.on('change', (file) => {
  if (file.startsWith(publicFiles + sep)) reloadPage();
});

const programs = [
  start('packages/sandbox/src/cli.ts', [
    '--port',
    `${sandboxPort}`,
    '--data',
    join(data, 'sandbox'),
    '--merchant-name',
    'Rimba Coffee',
  ]),
  start('examples/shop/src/server.ts', [], {
    PGW_SHOP_PORT: `${shopPort}`,
    PGW_SHOP_PUBLIC_URL: address,
    PGW_SHOP_DATA: join(data, shopFolder),
    PGW_SHOP_TAG: 'classic',
    PGW_BASE_URL: process.env.PGW_BASE_URL ?? sandbox,
  }),
];
const [, shop] = programs;
let hasStarted = false;
shop.stdout.on('data', (text) => {
  // The shop prints its address after each start.
  if (!String(text).includes(address)) return;
  if (hasStarted) return reloadPage();
  hasStarted = true;
  console.log(`\n  Shop         ${address}\n  Back office  ${address}/office\n  Sandbox      ${sandbox}\n`);
  console.log('Ready. A change of a source file reloads the page. Press Ctrl-C to stop everything.');
});

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());

/** Runs a program from its sources. Node restarts the program when one of its files changes. */
function start(file, args, settings = {}) {
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', ...fromSources, file, ...args],
    {
      cwd: root,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  child.on('error', (error) => console.error(`${file} could not be started: ${error.message}`));
  return child;
}

function serveLoader({ middlewares }) {
  middlewares.use((request, response, next) => {
    if (!/^\/pgw\/checkout\.js(\?|$)/.test(request.url)) return next();
    response.setHeader('content-type', 'text/javascript').setHeader('cache-control', 'no-store').end(loader);
  });
}

/** Passes a connection to the shop. While the shop restarts, the connection waits for at most ten seconds, and then it ends. */
async function passToShop(client) {
  client.on('error', () => {});
  for (const end = performance.now() + 10_000; performance.now() < end; await wait(50)) {
    const socket = connect(shopPort, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } catch {
      continue;
    }
    return pipeline(client, socket, client, () => {});
  }
  client.destroy();
}

function reloadPage() {
  vite.ws.send({ type: 'full-reload' });
}

async function stop() {
  const exits = programs.filter(({ exitCode }) => exitCode === null).map((program) => once(program, 'exit'));
  for (const program of programs) program.kill('SIGTERM');
  relay.close();
  await Promise.all([...exits, vite.close()]);
}
