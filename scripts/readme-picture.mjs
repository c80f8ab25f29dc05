// `node scripts/readme-picture.mjs` takes a screenshot of the demo shop for the README:
// docs/pictures/checkout.png.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumArgs, chromiumPath } from './chromium.mjs';
import { ensureElementBuilt } from './element-build.mjs';
import { freePort } from './postgres.mjs';

const picture = fileURLToPath(new URL('../docs/pictures/checkout.png', import.meta.url));
const data = mkdtempSync(join(tmpdir(), 'pgw-picture-'));
const [shopPort, sandboxPort] = [await freePort(), await freePort()];
ensureElementBuilt();
const demo = spawn(process.execPath, [fileURLToPath(new URL('demo.mjs', import.meta.url))], {
  env: {
    ...process.env,
    PGW_SHOP_PORT: `${shopPort}`,
    PGW_SANDBOX_PORT: `${sandboxPort}`,
    PGW_DATA: data,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] });
try {
  for await (const text of demo.stdout) if (String(text).includes('The demo is ready')) break;
  const page = await browser.newPage({ viewport: { width: 1100, height: 1000 } });
  const shop = `http://127.0.0.1:${shopPort}`;
  await page.goto(`${shop}/products/cameron-dark`);
  await page.getByRole('button', { name: 'Add to bag' }).click();
  await page.getByText('Added to your bag').waitFor();
  await page.goto(`${shop}/checkout?sample`);
  await page.getByRole('button', { name: /continue|payment/i }).click();
  await page.getByRole('radio', { name: 'KilatPay' }).check();
  await page.getByRole('button', { name: /^Pay RM/ }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  mkdirSync(dirname(picture), { recursive: true });
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
  demo.kill('SIGTERM');
  await once(demo, 'exit');
  rmSync(data, { recursive: true, force: true });
}
