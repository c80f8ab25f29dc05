import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { openShop, type Shop, type ShopOptions } from '../packages/express/test/shop.ts';
import type { SnippetOptions } from '../packages/express/src/index.ts';
import { watchViolations } from './violations.ts';
import { openPage } from './browser.ts';
import { waitForPaint } from './page-waits.ts';

// A page that the server rendered with `checkout.snippet`, whose script is delayed until the test sends it.

let shop: Shop;
const nonce = 'R28gYXdheSwgcGxlYXNlIQ==';

afterEach(() => shop.close());

interface Opened {
  readonly page: Page;
  /** Lets the script come. Resolves when the element has drawn itself; gives when that began, in the page's time. */
  readonly upgrade: () => Promise<number>;
}

async function open(
  { width = 1280, ...snippetOptions }: Partial<SnippetOptions> & { readonly width?: number } = {},
  options: ShopOptions = {},
): Promise<Opened> {
  shop = await openShop({
    gatewayName: 'Sandbox Gateway',
    ...options,
    setUpApp: (app) => {
      app.get(['/', '/in-pieces'], async (req, res) => {
        const { head, body } = await shop.checkout.snippet({ order: 'A1', req, nonce, ...snippetOptions });
        const text = `<!doctype html><html lang="en"><head><title>Pay</title>${head}</head><body>${body}<p id="after">After</p></body></html>`;
        res.set('Content-Security-Policy', shop.checkout.contentSecurityPolicy({ nonce })).type('html');
        const pieces = req.path === '/' ? [text] : (text.match(/[^]{1,600}/g) ?? []);
        for (const piece of pieces) {
          res.write(piece);
          // Waits until the browser has this part, so that the parts arrive separately.
          if (pieces.length > 1) await wait(10);
        }
        res.end();
      });
    },
  });
  const page = await openPage({ viewport: { width, height: 1200 } });
  await watchViolations(page);
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/pgw/checkout/core-*.mjs', async (route) => {
    await held;
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
    upgrade: async () => {
      const begun = await page.evaluate(() => performance.now());
      letGo();
      await page.waitForFunction(() => customElements.get('pgw-checkout') !== undefined);
      await page.waitForFunction(
        () => document.querySelector('pgw-checkout')?.shadowRoot?.querySelector('[role=status]') !== null,
      );
      await waitForPaint(page);
      return begun;
    },
  };
}

/** Something that a shopper sees: what it is, and x, y, width, height. */
type Box = readonly [name: string, ...sizes: number[]];

function boxes(page: Page): Promise<readonly Box[]> {
  return page.evaluate(() => {
    const root = document.querySelector('pgw-checkout')?.shadowRoot;
    const seen = [...(root?.querySelectorAll('.pgw *:not(.visually-hidden, [type=hidden], slot)') ?? [])];
    return [...seen, ...document.querySelectorAll('#after')].map((element): [string, ...number[]] => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [`${element.tagName}.${element.getAttribute('class') ?? ''}`, x, y, width, height];
    });
  });
}

/** What stands elsewhere than before. Letters in one run or in two may differ by a 64th of a pixel. */
function moved(before: readonly Box[], after: readonly Box[]): readonly unknown[] {
  expect(after.map(([name]) => name)).toEqual(before.map(([name]) => name));
  return after.filter((box, at) =>
    box.some((size, side) => typeof size === 'number' && Math.abs(size - Number(before[at]?.[side])) > 0.05),
  );
}

/** What stands in the shadow root, without what only one of the two needs. */
function markup(page: Page): Promise<string> {
  return page.evaluate(() => {
    const root = document.querySelector('pgw-checkout')?.shadowRoot?.querySelector('.pgw')?.cloneNode(true);
    if (!(root instanceof Element)) return '';
    for (const own of root.querySelectorAll('.visually-hidden[role], [type=hidden]')) own.remove();
    const unlike = ['method', 'action', 'novalidate', 'required', 'aria-busy', 'value', 'checked'];
    for (const element of [root, ...root.querySelectorAll('*')]) {
      const attributes = element
        .getAttributeNames()
        .sort()
        .map((name) => [name, element.getAttribute(name) ?? '']);
      for (const [name = ''] of attributes) element.removeAttribute(name);
      // Sorted; one of the two has additional classes while it renders, such as an empty one.
      for (const [name = '', value = ''] of attributes) {
        if (!unlike.includes(name)) element.setAttribute(name, value.trim());
      }
    }
    return root.outerHTML
      .replace(/<!--.*?-->/gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([<>]) ?/g, '$1');
  });
}

/**
 * What moved since then without the shopper having done anything: each element, and from where to where. Before, a browser may
 * have waitForPaint a page of which it had read only half.
 */
async function shifts(page: Page, since: number): Promise<readonly string[]> {
  await waitForPaint(page);
  return page.evaluate((begun) => {
    // An entry of this type has sources, which the types of the library do not contain.
    interface Shift {
      readonly startTime: number;
      readonly value: number;
      readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const place = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].join();
    const describeShifts = (entries: PerformanceEntryList): readonly string[] =>
      (entries as unknown as Shift[])
        .filter(({ startTime }) => startTime >= begun)
        .flatMap(({ value, sources }) =>
          sources.map(({ node, previousRect, currentRect }) => {
            const name =
              node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName);
            return `${name} ${place(previousRect)} to ${place(currentRect)} (${value})`;
          }),
        );
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    return describeShifts(observer.takeRecords());
  }, since);
}

describe('the element replaces the list that the server rendered', () => {
  it.each([
    ['en', 320],
    ['ta', 375],
    ['zh-Hans', 768],
    ['ms', 1280],
  ])('in %s at %i pixels without a layout shift', async (lang, width) => {
    const { page, upgrade } = await open({ lang, width });
    const before = { boxes: await boxes(page), markup: await markup(page) };
    const begun = await upgrade();
    expect(await markup(page)).toBe(before.markup);
    expect(moved(before.boxes, await boxes(page))).toEqual([]);
    expect(await shifts(page, begun)).toEqual([]);
  });

  it.each<[string, Partial<SnippetOptions>, ShopOptions]>([
    ['without its summary and frame', { attributes: { summary: 'none', frame: 'none' } }, {}],
    ['with a single wallet', { attributes: { channels: '5' } }, {}],
    ['in hosted mode', {}, { mode: 'hosted' }],
    [
      'with the shop’s own words above Pay and in the footer',
      {
        content:
          '<p slot="before-pay">By paying you accept the terms.</p><a slot="footer" href="/">Privacy</a>',
      },
      {},
    ],
  ])('%s', async (_what, snippetOptions, options) => {
    const { page, upgrade } = await open(snippetOptions, options);
    const before = { boxes: await boxes(page), markup: await markup(page) };
    const begun = await upgrade();
    expect(await markup(page)).toBe(before.markup);
    expect(moved(before.boxes, await boxes(page))).toEqual([]);
    expect(await shifts(page, begun)).toEqual([]);
  });

  it('and keeps the choice and the focus', async () => {
    const { page, upgrade } = await open();
    await page.getByRole('radio', { name: 'PasarPay' }).check();
    await page.getByRole('radio', { name: 'PasarPay' }).focus();
    await upgrade();
    expect(await page.getByRole('radio', { name: 'PasarPay' }).isChecked()).toBe(true);
    expect(
      await page.evaluate(() =>
        document.querySelector('pgw-checkout')?.shadowRoot?.activeElement?.getAttribute('type'),
      ),
    ).toBe('radio');
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await page.waitForURL(`${shop.sandbox.url}/**`);
    expect((await shop.checkout.payments.ofOrder('A1'))[0]?.channel?.name).toBe('PasarPay');
  });

  it('without another request for the session', async () => {
    const { page, upgrade } = await open();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await upgrade();
    expect(requests.filter((path) => path === '/pgw/session')).toEqual([]);
  });
});

describe('before the script is loaded', () => {
  it('a wallet of the list can be paid', async () => {
    const { page } = await open();
    await page.getByRole('radio', { name: 'KilatPay' }).check();
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await page.waitForURL(`${shop.sandbox.url}/**`);
    expect((await shop.checkout.payments.ofOrder('A1'))[0]?.channel?.name).toBe('KilatPay');
  });

  it('a channel with banks leads to a page with its banks', async () => {
    const { page } = await open();
    await page.getByRole('radio', { name: 'FPX online banking' }).check();
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await page.getByRole('radio', { name: 'Bank Seri' }).check();
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await page.waitForURL(`${shop.sandbox.url}/**`);
    expect((await shop.checkout.payments.ofOrder('A1'))[0]?.bank?.name).toBe('Bank Seri');
  });
});

it('a page that arrives in parts does not shift the list', async () => {
  const { page } = await open();
  await page.goto(`${shop.url}/in-pieces`, { waitUntil: 'commit' });
  await page.locator('#after').waitFor();
  await page.getByRole('radio', { name: 'KilatPay' }).waitFor();
  expect(await shifts(page, 0)).toEqual([]);
});

describe('a page whose connection breaks in the middle of the list', () => {
  it.each(['no-preference', 'reduce'] as const)(
    'shows the part that arrived after three seconds, with %s of motion',
    async (reducedMotion) => {
      const { page } = await open();
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

describe('a script that was changed', () => {
  it('is refused by the browser, and the list can still be paid', async () => {
    const { page } = await open();
    await page.unroute('**/pgw/checkout/core-*.mjs');
    await page.route('**/pgw/checkout/core-*.mjs', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\ndocument.title = 'stolen';` });
    });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(shop.url);
    await expect.poll(() => said.join()).toMatch(/integrity/i);
    expect(await page.title()).toBe('Pay');
    expect(await page.evaluate(() => customElements.get('pgw-checkout') === undefined)).toBe(true);
    await page.getByRole('radio', { name: 'KilatPay' }).check();
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await page.waitForURL(`${shop.sandbox.url}/**`);
  });
});
