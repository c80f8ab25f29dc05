import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '../../../scripts/free-port.mjs';
import { fromSources } from '../../../scripts/from-sources.mjs';
import { createTemporaryDirectory } from './open-shop.ts';

test('two merchants of one process have the same order, are marked as tests, and see only their own payments', async () => {
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const folder = createTemporaryDirectory();
  const url = `http://127.0.0.1:${port}`;
  const program = fileURLToPath(new URL('../src/market.ts', import.meta.url));
  const market = spawn(process.execPath, [...fromSources, program], {
    env: {
      ...process.env,
      PGW_SHOP_PORT: String(port),
      PGW_SANDBOX_PORT: String(sandboxPort),
      PGW_SHOP_DATA: folder.path,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(async () => {
    const ended = once(market, 'exit');
    market.kill('SIGTERM');
    await ended;
    folder.remove();
  });
  const read = async (path: string): Promise<string> => (await fetch(`${url}${path}`)).text();
  await vi.waitFor(() => read('/healthz'), { timeout: 60_000, interval: 100 });
  const start = async (account: string): Promise<string> => {
    const body = {
      order: 'A1',
      channelId: 5,
      shownAmount: 4_200,
      shownCurrencyCode: 'MYR',
      attempt: 'the-same-attempt',
    };
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const { payment } = await (await fetch(`${url}/${account}/pgw/payments`, init)).json();
    return payment.reference;
  };
  const [ofMugs, ofPlants] = [await start('mugs'), await start('plants')];
  expect(ofMugs).not.toBe(ofPlants);
  const [, mugs = '', plants = ''] = (await read('/')).split('<section');
  expect(mugs).toMatch(new RegExp(`${ofMugs}: open, .*42\\.00 \\(test\\)`));
  expect(mugs).not.toContain(ofPlants);
  expect(plants).toMatch(new RegExp(`${ofPlants}: open, .*42\\.00 \\(test\\)`));
  expect(plants).not.toContain(ofMugs);
  for (const path of ['/', '/mugs', '/plants', `/mugs/orders/A1?payment=${ofMugs}`])
    expect(await read(path), path).toContain('No real money moves.');
  expect(await read('/plants')).toContain('Three Plants');
  expect((await fetch(`${url}/mugs/orders/A1`)).url, 'after "Try again"').toBe(`${url}/mugs`);
  expect((await fetch(`${url}/none`)).status).toBe(404);
});
