import { describe, expect, it } from 'vitest';
import * as fixtures from '../packages/checkout/test/fixtures.ts';
import {
  element,
  locateChannel,
  openLoadingPage,
  readLoadedBuilds,
  strictPolicy,
  type PageContent,
} from './loading-page.ts';
import { readBuiltFile } from './widget.ts';
import { isNightly, selectCases } from '../scripts/nightly.ts';

// Tests which build the loader loads if it is alone on its page, what it requests, and that it runs under a strict policy.

const tag = '<script src="/pgw/checkout.js" nonce="n0nce"></script>';
const openShopPage = (content: PageContent = {}) => openLoadingPage({ head: tag, ...content });
describe('the loader', () => {
  it('the loader chooses the modern build in a current browser', async () => {
    const loaded = await openShopPage();
    await locateChannel(loaded.page).waitFor();
    expect(readLoadedBuilds(loaded)).toEqual(['core']);
    expect(loaded.pageErrors).toEqual([]);
  });

  if (isNightly)
    it('the legacy build shows the language of the page without a request for another file', async () => {
      const loaded = await openShopPage({
        head: tag.replace(' nonce', ' data-pgw-build="legacy" nonce'),
        body: `<div lang="ms">${element}</div>`,
        policy: strictPolicy,
      });
      await loaded.page.getByRole('heading', { name: 'Bagaimana anda mahu bayar?' }).waitFor();
      expect(loaded.requests.filter((path) => path.includes('/checkout/legacy-'))).toHaveLength(1);
      expect(loaded.pageErrors).toEqual([]);
    });

  it('the loader chooses the legacy build in a browser without module support', async () => {
    const loaded = await openShopPage({
      initScript: () => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'),
    });
    await locateChannel(loaded.page).waitFor();
    expect(readLoadedBuilds(loaded)).toEqual(['legacy']);
    expect(loaded.pageErrors).toEqual([]);
  });

  if (isNightly)
    it('the loader chooses the build that data-pgw-build names', async () => {
      const loaded = await openShopPage({ head: tag.replace(' nonce', ' data-pgw-build="legacy" nonce') });
      await locateChannel(loaded.page).waitFor();
      expect(readLoadedBuilds(loaded)).toEqual(['legacy']);
    });

  it.each(
    selectCases(
      [
        ['cannot be loaded', null],
        ['has syntax that the browser does not support', 'let 1 = ;'],
        ['runs and defines nothing', 'export {};'],
      ] as const,
      0,
    ),
  )('the loader falls back to the legacy build if the modern build %s', async (_name, core) => {
    const loaded = await openShopPage({ files: { 'checkout/core-': core } });
    await locateChannel(loaded.page).waitFor();
    expect(readLoadedBuilds(loaded)).toEqual(['core', 'legacy']);
  });

  it('a file that was changed after the build does not run, and the loader dispatches pgw-load-error on the page', async () => {
    const loaded = await openShopPage({
      files: { 'checkout/core-': 'changed = true', 'checkout/legacy-': 'changed = true' },
      initScript: () => document.addEventListener('pgw-load-error', () => (document.title = 'reported')),
    });
    await loaded.page.waitForFunction("document.title === 'reported'");
    expect(await loaded.page.evaluate("typeof changed === 'undefined'")).toBe(true);
  });

  it('each element uses the session that the loader has requested, whatever white space and slashes end its endpoint', async () => {
    const endpoints = [undefined, '', '/pgw', '/pgw/', '/pgw//', ' /pgw/\n', 'https://shop.example/pgw/'];
    const elements = endpoints.map(
      (endpoint, index) =>
        `<pgw-checkout order="A${index}" ${endpoint === undefined ? '' : `endpoint="${endpoint}"`}></pgw-checkout>`,
    );
    const { page, requests } = await openShopPage({ body: elements.join('') });
    await expect.poll(() => locateChannel(page).count()).toBe(endpoints.length);
    const sessions = requests.filter((path) => path.includes('/session'));
    expect(sessions.toSorted()).toEqual(endpoints.map((_, index) => `/pgw/session?order=A${index}`));
  });

  if (isNightly)
    it('on an XHTML page, the loader dispatches pgw-load-error, and the content of the element stays', async () => {
      const { page, pageErrors } = await openLoadingPage({
        xhtml: `<head><title>Shop</title><script src="/pgw/checkout.js"></script></head><body><pgw-checkout order="${fixtures.order.id}">Pay by bank transfer</pgw-checkout></body>`,
        initScript: () => document.addEventListener('pgw-load-error', () => (document.title = 'reported')),
      });
      await page.waitForFunction("document.title === 'reported'");
      await page.getByText('Pay by bank transfer').waitFor();
      expect(pageErrors.join('\n')).toContain('the page must be HTML');
    });

  if (isNightly)
    it.each([
      ['is in the page itself', () => `<script>${readBuiltFile('checkout.js')}</script>`],
      [
        'is run by $.getScript of jQuery, in a tag without a URL',
        () =>
          `<script>addEventListener('DOMContentLoaded', async () => {
          const script = document.createElement('script');
          script.text = await (await fetch('/pgw/checkout.js')).text();
          document.head.appendChild(script).remove();
        })</script>`,
      ],
      [
        'is run without a tag',
        () => `<script>fetch('/pgw/checkout.js').then(async (file) => (0, eval)(await file.text()))</script>`,
      ],
      ['was combined with other scripts', () => '<script src="/cache/1a2b.js"></script>'],
      ['was combined into a file with the same name', () => '<script src="/cache/checkout.js"></script>'],
      ['has another name in the directory of the files', () => '<script src="/static/pay.js"></script>'],
    ])(
      'a loader that %s loads the files and requests the session from their directory',
      async (place, createHead) => {
        const combined = `window.other = 1;\n${readBuiltFile('checkout.js')};window.last = 1;`;
        const loaded = await openShopPage({
          head: createHead(),
          files: {
            '/cache/checkout/': null,
            '/cache/': combined,
            '/static/pay.js': combined,
            ...(place.includes('another name') && { '/pgw/checkout/': null }),
          },
        });
        await locateChannel(loaded.page).waitFor();
        const directory = place.includes('another name') ? 'static' : 'pgw';
        expect(loaded.requests).toContain(`/${directory}/session?order=${fixtures.order.id}`);
      },
    );

  if (isNightly)
    it('a module that was combined with other modules requests the session of /pgw', async () => {
      const loaded = await openShopPage({
        head: '<script type="module" src="/cache/1a2b.mjs"></script>',
        files: { '/cache/1a2b.mjs': readBuiltFile('checkout.mjs'), '/cache/checkout/': null },
      });
      await locateChannel(loaded.page).waitFor();
      expect(loaded.requests).toContain(`/pgw/session?order=${fixtures.order.id}`);
    });

  if (isNightly)
    it('if no directory has the files, the console names the directories', async () => {
      const loaded = await openShopPage({
        head: '<script src="/cache/1a2b.js"></script>',
        files: { '/checkout/': null, '/cache/': readBuiltFile('checkout.js') },
      });
      await expect
        .poll(() => loaded.pageErrors.join('\n'))
        .toContain('no files of checkout.js in https://shop.example/pgw/,https://shop.example/cache/');
    });

  it.each(selectCases(['modern', 'legacy'], 0))(
    'the loader requests the session once while the %s build is loading',
    async (build) => {
      const loaded = await openShopPage({ head: tag.replace(' nonce', ` data-pgw-build="${build}" nonce`) });
      await locateChannel(loaded.page).waitFor();
      expect(loaded.requests.filter((path) => path.startsWith('/pgw/session'))).toEqual([
        `/pgw/session?order=${fixtures.order.id}`,
      ]);
    },
  );

  if (isNightly)
    it('the loader does not request a session that the page contains', async () => {
      const { serverTime: _, ...rest } = fixtures.session;
      const session = { ...rest, serverTime: new Date().toISOString() };
      const data = `<script type="application/json" data-pgw-session>${JSON.stringify(session)}</script>`;
      const loaded = await openShopPage({ body: element.replace('></', `>${data}</`) });
      await locateChannel(loaded.page).waitFor();
      expect(loaded.requests.filter((path) => path.startsWith('/pgw/session'))).toEqual([]);
    });

  if (isNightly)
    it('two script tags on a page load the element once', async () => {
      const loaded = await openShopPage({ head: tag + tag });
      await locateChannel(loaded.page).waitFor();
      expect(readLoadedBuilds(loaded)).toEqual(['core']);
      expect(loaded.pageErrors).toEqual([]);
    });

  // In every run, policy.test.ts has the modern build under such a policy.
  it.each(selectCases(['modern', 'legacy'], 0))(
    'the %s build loads under a strict policy with trusted types',
    async (build) => {
      const head = tag.replace(' nonce', ` data-pgw-build="${build}" nonce`);
      const loaded = await openShopPage({ head, policy: strictPolicy });
      await locateChannel(loaded.page).waitFor();
      expect(loaded.pageErrors).toEqual([]);
    },
  );

  if (isNightly)
    it.each(['modern', 'legacy'])(
      'the %s build is styled under a strict policy in a browser without constructed style sheets',
      async (build) => {
        const loaded = await openShopPage({
          head: tag.replace(' nonce', ` data-pgw-build="${build}" nonce`),
          policy: strictPolicy,
          initScript: () => {
            Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets');
            Reflect.deleteProperty(CSSStyleSheet.prototype, 'replace');
          },
        });
        await locateChannel(loaded.page).waitFor();
        const widget = loaded.page.locator('pgw-checkout');
        expect(await widget.evaluate((host) => getComputedStyle(host).display)).toBe('block');
        expect(loaded.pageErrors).toEqual([]);
      },
    );
});
