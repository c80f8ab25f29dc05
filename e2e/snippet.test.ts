import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { openShop, type Shop, type ShopOptions } from '../packages/server/test/shop.ts';
import type { SnippetOptions } from '../packages/server/src/adapters/express/index.ts';
import { watchViolations } from './violations.ts';
import { openPage } from './browser.ts';
import { waitForPaint } from './page-waits.ts';
import { isNightly, selectCases } from '../scripts/nightly.ts';

// The server renders a page with `checkout.snippet`. The script is delayed until the test sends it.

let shop: Shop;
const nonce = 'R28gYXdheSwgcGxlYXNlIQ==';

afterEach(() => shop.close());

interface RenderedPage {
  readonly page: Page;
  /**
   * Sends the script and waits until the element is rendered. Returns the page's time before the script was
   * sent.
   */
  readonly loadElement: () => Promise<number>;
}

async function openRenderedPage(
  { width = 1280, ...snippetOptions }: Partial<SnippetOptions> & { readonly width?: number } = {},
  options: ShopOptions = {},
): Promise<RenderedPage> {
  shop = await openShop({
    gatewayName: 'Sandbox Gateway',
    ...options,
    setUpApp: (app) => {
      app.get(['/', '/in-parts'], async (req, res) => {
        const { head, body } = await shop.checkout.snippet({ order: 'A1', req, nonce, ...snippetOptions });
        const text = `<!doctype html><html lang="en"><head><title>Pay</title>${head}</head><body>${body}<p id="after">After</p></body></html>`;
        res.set('Content-Security-Policy', shop.checkout.contentSecurityPolicy({ nonce })).type('html');
        const parts = req.path === '/' ? [text] : (text.match(/[^]{1,600}/g) ?? []);
        for (const part of parts) {
          res.write(part);
          // The pause lets the browser receive each part separately.
          if (parts.length > 1) await wait(10);
        }
        res.end();
      });
    },
  });
  const page = await openPage({ viewport: { width, height: 1200 } });
  await watchViolations(page);
  const { promise: scriptSent, resolve: sendScript } = Promise.withResolvers<void>();
  await page.route('**/pgw/checkout/core-*.mjs', async (route) => {
    await scriptSent;
    await route.continue();
  });
  await page.goto(shop.url, { waitUntil: 'commit' });
  await page.locator('#after').waitFor();
  // A tile shows a letter until its image is loaded.
  await page.waitForFunction(() =>
    [...(document.querySelector('pgw-checkout')?.shadowRoot?.querySelectorAll('img') ?? [])].every(
      (image) => image.loading === 'lazy' || image.complete,
    ),
  );
  return {
    page,
    loadElement: async () => {
      const startTime = await page.evaluate(() => performance.now());
      sendScript();
      await page.waitForFunction(() => customElements.get('pgw-checkout') !== undefined);
      await page.waitForFunction(
        () => document.querySelector('pgw-checkout')?.shadowRoot?.querySelector('[role=status]') !== null,
      );
      await waitForPaint(page);
      return startTime;
    },
  };
}

interface Box {
  readonly name: string;
  /** The x, y, width and height in pixels. */
  readonly sizes: readonly number[];
}

function readBoxes(page: Page): Promise<readonly Box[]> {
  return page.evaluate(() => {
    const root = document.querySelector('pgw-checkout')?.shadowRoot;
    const visible = [...(root?.querySelectorAll('.pgw *:not(.visually-hidden, [type=hidden], slot)') ?? [])];
    return [...visible, ...document.querySelectorAll('#after')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const name = `${element.tagName}.${element.getAttribute('class') ?? ''}`;
      return { name, sizes: [x, y, width, height] };
    });
  });
}

/**
 * Returns the boxes whose position or size has changed by more than 0.05 px. Smaller differences are ignored,
 * because text in two nodes can differ by a 64th of a pixel from text in one node.
 */
function findMovedBoxes(before: readonly Box[], after: readonly Box[]): readonly string[] {
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
  return after.flatMap(({ name, sizes }, index) => {
    const sizesBefore = before[index]?.sizes ?? [];
    const isMoved = sizes.some((size, side) => Math.abs(size - (sizesBefore[side] ?? Infinity)) > 0.05);
    return isMoved ? [`${name} ${sizesBefore.join()} to ${sizes.join()}`] : [];
  });
}

/**
 * Reads the markup of the shadow root without the nodes and attributes that server and element render
 * differently.
 */
function readMarkup(page: Page): Promise<string> {
  return page.evaluate(() => {
    const root = document.querySelector('pgw-checkout')?.shadowRoot?.querySelector('.pgw')?.cloneNode(true);
    if (!(root instanceof Element)) return '';
    for (const hiddenNode of root.querySelectorAll('.visually-hidden[role], [type=hidden]'))
      hiddenNode.remove();
    const ignoredAttributes = ['method', 'action', 'novalidate', 'required', 'aria-busy', 'value', 'checked'];
    for (const element of [root, ...root.querySelectorAll('*')]) {
      const attributes = element
        .getAttributeNames()
        .sort()
        .map((name) => [name, element.getAttribute(name) ?? '']);
      for (const [name = ''] of attributes) element.removeAttribute(name);
      // The attributes are added again in sorted order, and their values are trimmed.
      for (const [name = '', value = ''] of attributes) {
        if (!ignoredAttributes.includes(name)) element.setAttribute(name, value.trim());
      }
    }
    return root.outerHTML
      .replace(/<!--.*?-->/gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([<>]) ?/g, '$1');
  });
}

/**
 * Reads the layout shifts since a time: each moved element with its positions before and after. Earlier
 * shifts are ignored, because a browser may have painted a page that it had not received completely.
 */
async function readLayoutShifts(page: Page, since: number): Promise<readonly string[]> {
  await waitForPaint(page);
  return page.evaluate((firstTime) => {
    // An entry of this type has sources, which the DOM types of TypeScript do not contain.
    interface Shift {
      readonly startTime: number;
      readonly value: number;
      readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const describePlace = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].join();
    const describeShifts = (entries: PerformanceEntryList): readonly string[] =>
      (entries as unknown as Shift[])
        .filter(({ startTime }) => startTime >= firstTime)
        .flatMap(({ value, sources }) =>
          sources.map(({ node, previousRect, currentRect }) => {
            const name =
              node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName);
            return `${name} ${describePlace(previousRect)} to ${describePlace(currentRect)} (${value})`;
          }),
        );
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    return describeShifts(observer.takeRecords());
  }, since);
}

describe('the element replaces the list that the server rendered', () => {
  it.each(
    selectCases(
      [
        ['ta', 375],
        ['en', 320],
        ['zh-Hans', 768],
        ['ms', 1280],
      ] as const,
      1,
    ),
  )('the element replaces the rendered list in %s at %i px without a layout shift', async (lang, width) => {
    const { page, loadElement } = await openRenderedPage({ lang, width });
    const before = { boxes: await readBoxes(page), markup: await readMarkup(page) };
    const startTime = await loadElement();
    expect(await readMarkup(page)).toBe(before.markup);
    expect(findMovedBoxes(before.boxes, await readBoxes(page))).toEqual([]);
    expect(await readLayoutShifts(page, startTime)).toEqual([]);
  });

  const conditions: readonly [string, Partial<SnippetOptions>, ShopOptions][] = [
    ['in hosted mode', {}, { mode: 'hosted' }],
    ['without its summary and frame', { attributes: { summary: 'none', frame: 'none' } }, {}],
    ['with a single wallet', { attributes: { channels: '5' } }, {}],
    [
      'with the shop’s content above Pay and in the footer',
      {
        content:
          '<p slot="before-pay">By paying you accept the terms.</p><a slot="footer" href="/">Privacy</a>',
      },
      {},
    ],
  ];
  it.each(selectCases(conditions, 0))(
    'the element replaces the rendered list %s without a layout shift',
    async (_condition, snippetOptions, options) => {
      const { page, loadElement } = await openRenderedPage(snippetOptions, options);
      const before = { boxes: await readBoxes(page), markup: await readMarkup(page) };
      const startTime = await loadElement();
      expect(await readMarkup(page)).toBe(before.markup);
      expect(findMovedBoxes(before.boxes, await readBoxes(page))).toEqual([]);
      expect(await readLayoutShifts(page, startTime)).toEqual([]);
    },
  );

  it('the element that replaces the rendered list keeps the choice and the focus', async () => {
    const { page, loadElement } = await openRenderedPage();
    await page.getByRole('radio', { name: 'PasarPay' }).check();
    await page.getByRole('radio', { name: 'PasarPay' }).focus();
    await loadElement();
    expect(await page.getByRole('radio', { name: 'PasarPay' }).isChecked()).toBe(true);
    expect(
      await page.evaluate(() =>
        document.querySelector('pgw-checkout')?.shadowRoot?.activeElement?.getAttribute('type'),
      ),
    ).toBe('radio');
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await page.waitForURL(`${shop.sandbox.url}/**`);
    expect((await shop.checkout.payments.list({ orderId: 'A1' }))[0]?.channel?.name).toBe('PasarPay');
  });

  if (isNightly)
    it('the element that replaces the rendered list does not request the session', async () => {
      const { page, loadElement } = await openRenderedPage();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await loadElement();
      expect(requests.filter((path) => path === '/pgw/session')).toEqual([]);
    });
});

describe('before the script is loaded', () => {
  // In every run, the next test chooses in the list.
  if (isNightly)
    it('before the script is loaded the list is visible as soon as it has arrived completely', async () => {
      const { page } = await openRenderedPage();
      const list = page.getByRole('radio', { name: 'KilatPay', includeHidden: true });
      expect(await list.evaluate((radio) => getComputedStyle(radio).visibility)).toBe('visible');
    });

  if (isNightly)
    it('before the script is loaded a shopper can pay with a wallet', async () => {
      const { page } = await openRenderedPage();
      await page.getByRole('radio', { name: 'KilatPay' }).check();
      await page.getByRole('button', { name: /^Pay RM/ }).click();
      await page.waitForURL(`${shop.sandbox.url}/**`);
      expect((await shop.checkout.payments.list({ orderId: 'A1' }))[0]?.channel?.name).toBe('KilatPay');
    });

  it('before the script is loaded a channel with banks leads to a page with its banks', async () => {
    const { page } = await openRenderedPage();
    await page.getByRole('radio', { name: 'FPX online banking' }).check();
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await page.getByRole('radio', { name: 'Bank Seri' }).check();
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await page.waitForURL(`${shop.sandbox.url}/**`);
    expect((await shop.checkout.payments.list({ orderId: 'A1' }))[0]?.bank?.name).toBe('Bank Seri');
  });
});

if (isNightly)
  it('a page that arrives in parts does not shift the list', async () => {
    const { page } = await openRenderedPage();
    await page.goto(`${shop.url}/in-parts`, { waitUntil: 'commit' });
    await page.locator('#after').waitFor();
    await page.getByRole('radio', { name: 'KilatPay' }).waitFor();
    expect(await readLayoutShifts(page, 0)).toEqual([]);
  });

if (isNightly)
  describe('a page whose connection breaks in the middle of the list', () => {
    it.each(['no-preference', 'reduce'] as const)(
      'if the connection breaks in the list, the received part is shown (prefers-reduced-motion: %s)',
      async (reducedMotion) => {
        const { page } = await openRenderedPage();
        await page.emulateMedia({ reducedMotion });
        await page.unroute('**/pgw/checkout/core-*.mjs');
        await page.route('**/pgw/checkout/core-*.mjs', (route) => route.abort());
        await page.route(shop.url, async (route) => {
          const text = await (await route.fetch()).text();
          await route.fulfill({
            contentType: 'text/html',
            body: text.slice(0, text.indexOf('PasarPay</bdi>')),
          });
        });
        await page.goto(shop.url);
        await page.getByRole('radio', { name: 'KilatPay' }).waitFor();
      },
    );
  });

// loader.test.ts has a changed file in every run.
if (isNightly)
  describe('a script that was changed', () => {
    it('the browser refuses a module that was changed, and the shopper can pay with the legacy build', async () => {
      const { page } = await openRenderedPage();
      await page.unroute('**/pgw/checkout/core-*.mjs');
      await page.route('**/pgw/checkout/core-*.mjs', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${await response.text()}\ndocument.title = 'stolen';` });
      });
      const consoleTexts: string[] = [];
      page.on('console', (message) => consoleTexts.push(message.text()));
      await page.goto(shop.url);
      await expect.poll(() => consoleTexts.join()).toMatch(/integrity/i);
      expect(await page.title()).toBe('Pay');
      await page.waitForFunction(() => customElements.get('pgw-checkout') !== undefined);
      expect(await page.evaluate(() => Array.from(document.scripts, ({ src }) => src).join())).toContain(
        '/checkout/legacy-',
      );
      expect(await page.title()).toBe('Pay');
      await page.getByRole('radio', { name: 'KilatPay' }).check();
      await page.getByRole('button', { name: /^Pay RM/ }).click();
      await page.waitForURL(`${shop.sandbox.url}/**`);
    });
  });
