import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import * as fixtures from '../packages/checkout/test/fixtures.ts';
import { openPage } from './browser.ts';

// Tests which build the script tags load, what they request, and that they run under a strict policy.

const builtFolder = fileURLToPath(new URL('../packages/checkout/dist/cdn/', import.meta.url));
const strictPolicy = [
  "default-src 'none'",
  "script-src 'nonce-n0nce' 'strict-dynamic'",
  "style-src 'nonce-n0nce'",
  "connect-src 'self'",
  'img-src data:',
  "require-trusted-types-for 'script'",
  'trusted-types pgw-loader lit-html',
].join('; ');

interface LoadedPage {
  readonly page: Page;
  /** The requested paths, in order. */
  readonly requests: readonly string[];
  /** Errors in the console, such as refused scripts, and uncaught errors. */
  readonly pageErrors: readonly string[];
}

interface PageContent {
  readonly head?: string;
  readonly body?: string;
  readonly policy?: string;
  /** Replaces the files whose path contains a key. The value is the content, or null for a failed request. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** Runs in the page before its scripts. */
  readonly initScript?: () => void;
}

const loadedPages: LoadedPage[] = [];

afterEach(async () => {
  for (const { page } of loadedPages.splice(0)) await page.close();
});

const tag = '<script src="/pgw/checkout.js" nonce="n0nce"></script>';
const element = `<pgw-checkout order="${fixtures.order.id}"></pgw-checkout>`;

async function openShopPage({
  head = tag,
  body = element,
  policy,
  files = {},
  initScript,
}: PageContent = {}) {
  const page = await openPage();
  const requests: string[] = [];
  const pageErrors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()));
  page.on('pageerror', ({ message }) => pageErrors.push(message));
  if (initScript) await page.addInitScript(initScript);
  await page.route('https://shop.example/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    requests.push(pathname + search);
    if (pathname === '/') {
      const html = `<!doctype html><html lang="en"><title>Shop</title><head>${head}</head><body>${body}</body></html>`;
      const headers = { 'content-type': 'text/html', ...(policy && { 'content-security-policy': policy }) };
      return route.fulfill({ headers, body: html });
    }
    if (/^\/(pgw|static)\/session$/.test(pathname)) return route.fulfill({ json: fixtures.session });
    const replacement = Object.entries(files).find(([part]) => pathname.includes(part))?.[1];
    if (replacement === null) return route.abort();
    const text = replacement ?? readBuiltFile(pathname.replace(/^\/(pgw|static)\//, ''));
    return route.fulfill({ contentType: 'text/javascript', body: text });
  });
  await page.goto('https://shop.example/');
  const loaded = { page, requests, pageErrors };
  loadedPages.push(loaded);
  return loaded;
}

function readBuiltFile(path: string): string {
  return readFileSync(`${builtFolder}${path}`, 'utf8');
}

function locateChannel(page: Page) {
  return page.getByRole('radio', { name: 'FPX online banking' });
}

function readLoadedBuilds({ requests }: LoadedPage): string[] {
  return requests.flatMap((path) => /checkout\/(core|legacy)-/.exec(path)?.[1] ?? []);
}

describe('the loader', () => {
  it('the loader chooses the modern build in a current browser', async () => {
    const loaded = await openShopPage();
    await locateChannel(loaded.page).waitFor();
    expect(readLoadedBuilds(loaded)).toEqual(['core']);
    expect(loaded.pageErrors).toEqual([]);
  });

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

  it('the loader chooses the build that data-pgw-build names', async () => {
    const loaded = await openShopPage({ head: tag.replace(' nonce', ' data-pgw-build="legacy" nonce') });
    await locateChannel(loaded.page).waitFor();
    expect(readLoadedBuilds(loaded)).toEqual(['legacy']);
  });

  it.each([
    ['cannot be loaded', null],
    ['has syntax that the browser does not support', 'let 1 = ;'],
    ['runs and defines nothing', 'export {};'],
  ])('the loader falls back to the legacy build if the modern build %s', async (_name, core) => {
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

  it('a module that was combined with other modules requests the session of /pgw', async () => {
    const loaded = await openShopPage({
      head: '<script type="module" src="/cache/1a2b.mjs"></script>',
      files: { '/cache/1a2b.mjs': readBuiltFile('checkout.mjs'), '/cache/checkout/': null },
    });
    await locateChannel(loaded.page).waitFor();
    expect(loaded.requests).toContain(`/pgw/session?order=${fixtures.order.id}`);
  });

  it('if no directory has the files, the console names the directories', async () => {
    const loaded = await openShopPage({
      head: '<script src="/cache/1a2b.js"></script>',
      files: { '/checkout/': null, '/cache/': readBuiltFile('checkout.js') },
    });
    await expect
      .poll(() => loaded.pageErrors.join('\n'))
      .toContain('no files of checkout.js in https://shop.example/pgw/,https://shop.example/cache/');
  });

  it.each(['modern', 'legacy'])(
    'the loader requests the session once while the %s build is loading',
    async (build) => {
      const loaded = await openShopPage({ head: tag.replace(' nonce', ` data-pgw-build="${build}" nonce`) });
      await locateChannel(loaded.page).waitFor();
      expect(loaded.requests.filter((path) => path.startsWith('/pgw/session'))).toEqual([
        `/pgw/session?order=${fixtures.order.id}`,
      ]);
    },
  );

  it('the loader does not request a session that the page contains', async () => {
    const { serverTime: _, ...rest } = fixtures.session;
    const session = { ...rest, serverTime: new Date().toISOString() };
    const data = `<script type="application/json" data-pgw-session>${JSON.stringify(session)}</script>`;
    const loaded = await openShopPage({ body: element.replace('></', `>${data}</`) });
    await locateChannel(loaded.page).waitFor();
    expect(loaded.requests.filter((path) => path.startsWith('/pgw/session'))).toEqual([]);
  });

  it('two script tags on a page load the element once', async () => {
    const loaded = await openShopPage({ head: tag + tag });
    await locateChannel(loaded.page).waitFor();
    expect(readLoadedBuilds(loaded)).toEqual(['core']);
    expect(loaded.pageErrors).toEqual([]);
  });

  it.each(['modern', 'legacy'])(
    'the %s build loads under a strict policy with trusted types',
    async (build) => {
      const head = tag.replace(' nonce', ` data-pgw-build="${build}" nonce`);
      const loaded = await openShopPage({ head, policy: strictPolicy });
      await locateChannel(loaded.page).waitFor();
      expect(loaded.pageErrors).toEqual([]);
    },
  );

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

describe('the module tag and the loader', () => {
  const bothTags = `<script type="module" src="/pgw/checkout.mjs" nonce="n0nce"></script><script async src="/pgw/checkout.js" nonce="n0nce"></script>`;

  it('in a current browser the module defines the element, and the loader requests the session', async () => {
    const loaded = await openShopPage({ head: bothTags, policy: strictPolicy });
    await locateChannel(loaded.page).waitFor();
    await loaded.page.waitForLoadState('load');
    expect(readLoadedBuilds(loaded)).toEqual([]);
    expect(loaded.requests.filter((path) => path.startsWith('/pgw/session'))).toHaveLength(1);
    expect(loaded.pageErrors).toEqual([]);
  });

  it.each([
    ['cannot be loaded', null],
    ['has syntax that the browser does not support', 'let 1 = ;'],
  ])('the loader loads the legacy build if the module %s', async (_name, module) => {
    const loaded = await openShopPage({ head: bothTags, files: { 'checkout.mjs': module } });
    await locateChannel(loaded.page).waitFor();
    expect(readLoadedBuilds(loaded)).toEqual(['legacy']);
  });

  it('the loader loads the legacy build if the module was changed after its integrity was computed', async () => {
    const integrity = `sha384-${'A'.repeat(64)}`;
    const head = bothTags.replace(' nonce', ` integrity="${integrity}" nonce`);
    const loaded = await openShopPage({ head });
    await locateChannel(loaded.page).waitFor();
    expect(readLoadedBuilds(loaded)).toEqual(['legacy']);
    expect(loaded.pageErrors.join()).toContain('integrity');
  });

  it.each(['the module tag first', 'the loader first'])(
    'a browser that parses the module but is too old for it runs the legacy build (%s)',
    async (order) => {
      const [module = '', loader = ''] = bothTags.split(/(?<=<\/script>)/);
      const loaded = await openShopPage({
        head: order === 'the loader first' ? loader + module : bothTags,
        policy: strictPolicy,
        // Chrome 92 has no accent-color.
        initScript: () => Object.assign(CSS, { supports: () => false }),
      });
      await locateChannel(loaded.page).waitFor();
      expect(readLoadedBuilds(loaded)).toEqual(['legacy']);
      expect(loaded.pageErrors).toEqual([
        'pgw: this browser needs the legacy build, which checkout.js loads; see docs/widget.md.',
      ]);
    },
  );
});
