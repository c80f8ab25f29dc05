// Measures the interaction to next paint on a processor that is slowed down six times.
// Run it: npx node bench/inp.mjs
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { chromiumArgs, findChromium } from '../../../scripts/programs/chromium.mjs';

const [{ output }] = await build({
  configFile: false,
  logLevel: 'error',
  build: {
    write: false,
    lib: {
      entry: fileURLToPath(new URL('../test/gallery-scene.ts', import.meta.url)),
      formats: ['iife'],
      name: 'gallery',
    },
    target: 'es2022',
  },
});
const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumArgs] });
const buttonPage = await openPage('<button onclick="this.textContent = \'Paying\'">Pay</button>');
const checkoutPage = await openPage('');
await checkoutPage.addScriptTag({ content: output[0].code });
await checkoutPage.evaluate(() => globalThis.show('ready'));

const report = [];
/** After this time, the browser has painted and reported every event of an interaction. */
const reportDelayMs = 600;

async function measure(name, interact, page = checkoutPage) {
  await page.evaluate(() => void (globalThis.interactionTimes.length = 0));
  await interact();
  await page.waitForTimeout(reportDelayMs);
  const longestMs = await page.evaluate(() => Math.max(0, ...globalThis.interactionTimes));
  report.push([name, longestMs]);
}
// For comparison: a page without the checkout.
await measure('press a single button', () => buttonPage.getByRole('button').click(), buttonPage);
await measure('choose a wallet', () => checkoutPage.getByRole('radio', { name: 'KilatPay' }).click());
await measure('choose online banking', () =>
  checkoutPage.getByRole('radio', { name: 'FPX online banking' }).click(),
);
await checkoutPage.getByRole('searchbox').waitFor();
await measure('search a bank', () =>
  checkoutPage.getByRole('searchbox').pressSequentially('bank se', { delay: 120 }),
);
await measure('choose a bank', () => checkoutPage.getByRole('radio', { name: 'Bank Seri' }).click());
await checkoutPage.evaluate(() => {
  document.querySelector('pgw-checkout').navigation = { assign: () => {} };
});
await measure('press Pay', () => checkoutPage.getByRole('button', { name: /^Pay/ }).click());

for (const [name, ms] of report) process.stdout.write(`${name.padEnd(24)} ${ms} ms\n`);
const layoutShift = await checkoutPage.evaluate(() => globalThis.layoutShift);
process.stdout.write(
  `longest ${Math.max(...report.map(([, ms]) => ms))} ms; layout shift ${layoutShift.toFixed(4)}\n`,
);
await browser.close();

/** Opens a page on a slow processor. The page records its layout shift and the time of each interaction. */
async function openPage(body) {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
  await page.route('**/*', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><body>${body}</body></html>`,
    }),
  );
  await page.goto('https://shop.example/');
  await page.evaluate(() => {
    globalThis.interactionTimes = [];
    globalThis.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries())
        if (interactionId > 0) globalThis.interactionTimes.push(duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries())
        if (!hadRecentInput) globalThis.layoutShift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  return page;
}
