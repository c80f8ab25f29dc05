import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo, type StartedDemo } from '../demo.ts';
import { openTab, type Tab } from './driver.ts';
import { downloadOldChromium, oldChromiums } from './download.ts';

// Run all browsers with `npm run old-chromium`, or one browser with `npm run old-chromium -- -t 64`. With
// PGW_PICTURES=<folder> the run also takes pictures. npm test does not include this run, because each browser
// is a download of 30 to 50 MB and needs Linux on x64.

// The following texts and functions are JavaScript expressions that also Chromium 64 can run.

const isLoaded = `document.readyState === 'complete'`;
const root = `(document.querySelector('pgw-checkout') || {}).shadowRoot`;
const statusText = `(document.querySelector('pgw-payment-status') || {shadowRoot: {textContent: ''}}).shadowRoot.textContent`;
const pictureFolder = process.env['PGW_PICTURES'];
if (pictureFolder !== undefined) mkdirSync(pictureFolder, { recursive: true });

let demo: StartedDemo;

describe.each(['snippet', 'static', 'classic'] as const)(
  'purchases in old browsers with the tags %s',
  (tag) => {
    beforeAll(async () => {
      demo = await startDemo({ PGW_SHOP_TAG: tag });
    });
    afterAll(() => demo.close());

    it.each(Object.keys(oldChromiums))(
      'a shopper buys a product under the strict policy in Chromium %s, and the order is fulfilled once',
      async (major) => {
        const tab = await openTab(downloadOldChromium(major));
        try {
          // The loader chooses the modern build from Chromium 93.
          const expectedBuild = Number(major) < 93 ? 'legacy' : 'modern';
          expect(await pay(tab, createTakePicture(tab, major))).toBe(expectedBuild);
          expect(findRelevantErrors(tab)).toEqual([]);
        } finally {
          await tab.close();
        }
      },
      // The time includes the download of the browser.
      300_000,
    );
  },
);

type TakePicture = (name: string) => Promise<void>;

/** Buys a product with a bank of the picker. Returns which build was used. */
async function pay(tab: Tab, takePicture: TakePicture): Promise<string> {
  await tab.goto(`${demo.shop}/products/cameron-dark`);
  await tab.waitUntil('the product', `${isLoaded} && ${toButtonExpression('Add to bag')}`);
  await tab.evaluate(`${toButtonExpression('Add to bag')}.click()`);
  await tab.waitUntil('the bag', `/Added to your bag/.test(document.body.innerText)`);
  await tab.goto(`${demo.shop}/checkout?sample`);
  await tab.waitUntil('the details', `/checkout\\?sample/.test(location.href) && ${isLoaded}`);
  await tab.evaluate(`${toButtonExpression('continue|payment')}.click()`);
  await tab.waitUntil('the checkout', `/checkout\\/[^/?]+$/.test(location.pathname)`);
  await tab.waitUntil('the list', `${root} && ${root}.querySelector('input[name="channel"]')`);
  await takePicture('list');
  const build = await tab.evaluate(
    `/legacy-/.test([].map.call(document.scripts, function (s) { return s.src })) ? 'legacy' : 'modern'`,
  );
  await tab.evaluate(`${toLabelExpression('FPX')}.click()`);
  await tab.waitUntil('the banks', toLabelExpression('Bank Seri'));
  await tab.evaluate(`${toLabelExpression('Bank Seri')}.click()`);
  await takePicture('banks');
  await tab.evaluate(`${root}.querySelector('.primary').click()`);
  const approve = `document.querySelector('button[name="outcome"][value="approve"]')`;
  await tab.waitUntil('the bank', approve);
  await tab.evaluate(`${approve}.click()`);
  await tab.waitUntil(
    'the outcome',
    `/orders\\//.test(location.pathname) && /Payment successful/.test(${statusText})`,
  );
  await takePicture('paid');
  const order = String(await tab.evaluate(`location.pathname.split('/').pop()`));
  expect(demo.countFulfillments(order)).toBe(1);
  return String(build);
}

function toButtonExpression(pattern: string): string {
  return `[].filter.call(document.querySelectorAll('button'), function (b) { return /${pattern}/i.test(b.textContent) })[0]`;
}

function toLabelExpression(text: string): string {
  return `[].filter.call(${root}.querySelectorAll('label'), function (l) { return /${text}/.test(l.textContent) })[0]`;
}

/**
 * Returns the errors of the element. The shop's own script and a part of its policy need a current browser,
 * so their errors are ignored. The module of the modern build ends with an error, and the loader replaces it.
 */
function findRelevantErrors({ pageErrors }: Tab): string[] {
  return pageErrors.filter(
    (pageError) =>
      !/\/(shop|office)\.js|Unrecognized Content-Security|\/checkout(\.mjs|\/core-\S*): Uncaught (SyntaxError|Error: pgw: this browser needs)/.test(
        pageError,
      ),
  );
}

function createTakePicture(tab: Tab, major: string): TakePicture {
  return async (name) => {
    if (pictureFolder === undefined) return;
    // Waits for the animations of the element.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await tab.takePicture(join(pictureFolder, `${major}-${name}.png`));
  };
}
