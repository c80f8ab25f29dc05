// Starts the demo with its own data and a browser, for programs that take pictures.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumArgs, chromiumPath } from './chromium.mjs';
import { ensureElementBuilt } from './element-build.mjs';
import { freePort } from './postgres.mjs';

/** Calls `run` with the URLs of the demo and a browser. Stops both afterwards. */
export async function withDemo(run, settings = {}) {
  const data = mkdtempSync(join(tmpdir(), 'pgw-picture-'));
  const [shopPort, sandboxPort] = [await freePort(), await freePort()];
  ensureElementBuilt();
  const demo = spawn(process.execPath, [fileURLToPath(new URL('demo.mjs', import.meta.url))], {
    env: {
      ...process.env,
      PGW_SHOP_PORT: `${shopPort}`,
      PGW_SANDBOX_PORT: `${sandboxPort}`,
      PGW_DATA: data,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] });
  try {
    for await (const text of demo.stdout) if (String(text).includes('The demo is ready')) break;
    await run({
      shop: `http://127.0.0.1:${shopPort}`,
      sandbox: `http://127.0.0.1:${sandboxPort}`,
      browser,
    });
  } finally {
    await browser.close();
    demo.kill('SIGTERM');
    await once(demo, 'exit');
    rmSync(data, { recursive: true, force: true });
  }
}

/** Puts a coffee into the bag and enters sample details. The page then shows the checkout. */
export async function walkToCheckout(page, shop) {
  await page.goto(`${shop}/products/cameron-dark`);
  await page.getByRole('button', { name: 'Add to bag' }).click();
  await page.getByText('Added to your bag').waitFor();
  await page.goto(`${shop}/checkout?sample`);
  await page.getByRole('button', { name: /continue|payment/i }).click();
  await page.waitForURL(/\/checkout\/RC/);
}
