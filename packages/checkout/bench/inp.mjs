// Interaction to next paint with the processor slowed six times: pnpm exec node bench/inp.mjs
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { chromiumArgs, chromiumPath } from '../../../scripts/chromium.mjs';

const [{ output }] = await build({
  configFile: false,
  logLevel: 'error',
  build: {
    write: false,
    lib: {
      entry: fileURLToPath(new URL('../test/gallery-page.ts', import.meta.url)),
      formats: ['iife'],
      name: 'gallery',
    },
    target: 'es2022',
  },
});
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] });
const bareButton = await openPage('<button onclick="this.textContent = \'Paying\'">Pay</button>');
const element = await openPage('');
await element.addScriptTag({ content: output[0].code });
await element.evaluate(() => globalThis.show('ready'));

const report = [];
async function measure(what, act, page = element) {
  await page.evaluate(() => void (globalThis.slowest.length = 0));
  await act();
  await page.waitForTimeout(600);
  const longest = await page.evaluate(() =>
    Math.max(0, ...globalThis.slowest.map(([, duration]) => duration)),
  );
  report.push([what, longest]);
}
await measure('press a button that is alone', () => bareButton.getByRole('button').click(), bareButton);
await measure('choose a wallet', () => element.getByRole('radio', { name: 'KilatPay' }).click());
await measure('choose online banking', () =>
  element.getByRole('radio', { name: 'FPX online banking' }).click(),
);
await element.getByRole('searchbox').waitFor();
await measure('search a bank', () =>
  element.getByRole('searchbox').pressSequentially('bank se', { delay: 120 }),
);
await measure('choose a bank', () => element.getByRole('radio', { name: 'Bank Seri' }).click());
await element.evaluate(() => {
  document.querySelector('pgw-checkout').navigation = { assign: () => {} };
});
await measure('press Pay', () => element.getByRole('button', { name: /^Pay/ }).click());

for (const [what, ms] of report) process.stdout.write(`${what.padEnd(24)} ${ms} ms\n`);
const shift = await element.evaluate(() => globalThis.shift);
process.stdout.write(
  `longest ${Math.max(...report.map(([, ms]) => ms))} ms; layout shift ${shift.toFixed(4)}\n`,
);
await browser.close();

/** A page with the processor slowed six times, which records the time of each interaction and its layout shift. */
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
    globalThis.slowest = [];
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { name, duration, interactionId } of list.getEntries())
        if (interactionId > 0) globalThis.slowest.push([name, duration]);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries())
        if (!hadRecentInput) globalThis.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  return page;
}
