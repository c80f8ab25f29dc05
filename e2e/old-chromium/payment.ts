import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo, type StartedDemo } from '../demo.ts';
import { openTab, type Tab } from './driver.ts';
import { downloadOldChromium, oldChromiums } from './download.ts';

// pnpm run old-chromium; one of them: pnpm run old-chromium -t 64; with PGW_PICTURES=<folder> it also takes pictures.
//
// Not part of npm test: each browser is a download of 30 to 50 MB, and runs on Linux on x64 only.

const isLoaded = `document.readyState === 'complete'`;
const root = `(document.querySelector('pgw-checkout') || {}).shadowRoot`;
const statusText = `(document.querySelector('pgw-payment-status') || {shadowRoot: {textContent: ''}}).shadowRoot.textContent`;
const pictures = process.env['PGW_PICTURES'];
if (pictures !== undefined) mkdirSync(pictures, { recursive: true });

let demo: StartedDemo;

beforeAll(async () => {
  demo = await startDemo({ PGW_SHOP_TAG: 'classic' });
});
afterAll(() => demo.close());

describe('a shopper pays for coffee, from the product to the paid order, under the shop’s strict policy', () => {
  it.each(Object.keys(oldChromiums))(
    'in Chromium %s',
    async (major) => {
      const tab = await openTab(downloadOldChromium(major));
      try {
        expect(await pay(tab, picture(tab, major))).toBe(Number(major) < 93 ? 'legacy' : 'modern');
        expect(ofOurs(tab)).toEqual([]);
      } finally {
        await tab.close();
      }
    },
    300_000,
  );
});

type Picture = (name: string) => Promise<void>;

/** Buys a product with a bank of the picker. Returns which build was used. */
async function pay(tab: Tab, see: Picture): Promise<string> {
  await tab.goto(`${demo.shop}/products/cameron-dark`);
  await tab.until('the product', `${isLoaded} && ${button('Add to bag')}`);
  await tab.value(`${button('Add to bag')}.click()`);
  await tab.until('the bag', `/Added to your bag/.test(document.body.innerText)`);
  await tab.goto(`${demo.shop}/checkout?sample`);
  await tab.until('the details', `/checkout\\?sample/.test(location.href) && ${isLoaded}`);
  await tab.value(`${button('continue|payment')}.click()`);
  await tab.until('the checkout', `/checkout\\/[^/?]+$/.test(location.pathname)`);
  await tab.until('the list', `${root} && ${root}.querySelector('input[name="channel"]')`);
  await see('list');
  const build = await tab.value(
    `/legacy-/.test([].map.call(document.scripts, function (s) { return s.src })) ? 'legacy' : 'modern'`,
  );
  await tab.value(`${label('FPX')}.click()`);
  await tab.until('the banks', label('Bank Seri'));
  await tab.value(`${label('Bank Seri')}.click()`);
  await see('banks');
  await tab.value(`${root}.querySelector('.primary').click()`);
  const approve = `document.querySelector('button[name="outcome"][value="approve"]')`;
  await tab.until('the bank', approve);
  const order = String(await tab.value(`(document.body.innerText.match(/RC-\\d+/) || [''])[0]`));
  await tab.value(`${approve}.click()`);
  await tab.until(
    'the outcome',
    `/orders\\//.test(location.pathname) && /Payment successful/.test(${statusText})`,
  );
  await see('paid');
  const paid = order || String(await tab.value(`location.pathname.split('/').pop()`));
  expect(demo.fulfilments(paid)).toBe(1);
  return String(build);
}

function button(pattern: string): string {
  return `[].filter.call(document.querySelectorAll('button'), function (b) { return /${pattern}/i.test(b.textContent) })[0]`;
}

function label(text: string): string {
  return `[].filter.call(${root}.querySelectorAll('label'), function (l) { return /${text}/.test(l.textContent) })[0]`;
}

/** The shop's own script and a part of the policy need current browsers. Its pages work without the script. */
function ofOurs({ pageErrors }: Tab): string[] {
  return pageErrors.filter(
    (pageError) => !/\/(shop|office)\.js|Unrecognized Content-Security/.test(pageError),
  );
}

function picture(tab: Tab, major: string): Picture {
  return async (name) => {
    if (pictures === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await tab.picture(join(pictures, `${major}-${name}.png`));
  };
}
