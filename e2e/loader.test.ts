import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import * as shop from '../packages/checkout/test/fixtures.ts';
import { openPage } from './browser.ts';

// The classic tag: the build that it chooses, its requests, and its needs on a page with a strict policy.

const built = fileURLToPath(new URL('../packages/checkout/dist/cdn/', import.meta.url));
const strict = [
  "default-src 'none'",
  "script-src 'nonce-n0nce' 'strict-dynamic'",
  "style-src 'nonce-n0nce'",
  "connect-src 'self'",
  'img-src data:',
  "require-trusted-types-for 'script'",
  'trusted-types pgw-loader lit-html',
].join('; ');

interface Visit {
  readonly page: Page;
  /** The requested paths, in order. */
  readonly requests: readonly string[];
  /** What the browser refused, and its errors. */
  readonly pageErrors: readonly string[];
}

interface VisitOptions {
  readonly head?: string;
  readonly body?: string;
  readonly policy?: string;
  /** Responses that replace a file, by a part of its path. */
  readonly files?: Readonly<Record<string, string | null>>;
  readonly before?: () => void;
}

const visits: Visit[] = [];

afterEach(async () => {
  for (const { page } of visits.splice(0)) await page.close();
});

const tag = '<script src="/pgw/checkout.js" nonce="n0nce"></script>';
const element = `<pgw-checkout order="${shop.order.id}"></pgw-checkout>`;

async function visit({ head = tag, body = element, policy, files = {}, before }: VisitOptions = {}) {
  const page = await openPage();
  const requests: string[] = [];
  const pageErrors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()));
  page.on('pageerror', ({ message }) => pageErrors.push(message));
  if (before) await page.addInitScript(before);
  await page.route('https://shop.example/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    requests.push(pathname + search);
    if (pathname === '/') {
      const html = `<!doctype html><html lang="en"><title>Shop</title><head>${head}</head><body>${body}</body></html>`;
      const headers = { 'content-type': 'text/html', ...(policy && { 'content-security-policy': policy }) };
      return route.fulfill({ headers, body: html });
    }
    if (pathname === '/pgw/session') return route.fulfill({ json: shop.session });
    const replaced = Object.entries(files).find(([part]) => pathname.includes(part))?.[1];
    if (replaced === null) return route.abort();
    const text = replaced ?? readFileSync(`${built}${pathname.replace('/pgw/', '')}`, 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body: text });
  });
  await page.goto('https://shop.example/');
  const seen = { page, requests, pageErrors };
  visits.push(seen);
  return seen;
}

function list(page: Page) {
  return page.getByRole('radio', { name: 'FPX online banking' });
}

function picked({ requests }: Visit): string[] {
  return requests.flatMap((path) => /checkout\/(core|legacy)-/.exec(path)?.[1] ?? []);
}

describe('the loader', () => {
  it('chooses the modern build in a current browser', async () => {
    const seen = await visit();
    await list(seen.page).waitFor();
    expect(picked(seen)).toEqual(['core']);
    expect(seen.pageErrors).toEqual([]);
  });

  it('shows the language of the page with the legacy build, without a further file', async () => {
    const seen = await visit({
      head: tag.replace(' nonce', ' data-pgw-build="legacy" nonce'),
      body: `<div lang="ms">${element}</div>`,
      policy: strict,
    });
    await seen.page.getByRole('heading', { name: 'Bagaimana anda mahu bayar?' }).waitFor();
    expect(seen.requests.filter((path) => path.includes('/checkout/legacy-'))).toHaveLength(1);
    expect(seen.pageErrors).toEqual([]);
  });

  it('chooses the legacy build without support for modules', async () => {
    const seen = await visit({
      before: () => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'),
    });
    await list(seen.page).waitFor();
    expect(picked(seen)).toEqual(['legacy']);
    expect(seen.pageErrors).toEqual([]);
  });

  it('chooses the build of data-pgw-build', async () => {
    const seen = await visit({ head: tag.replace(' nonce', ' data-pgw-build="legacy" nonce') });
    await list(seen.page).waitFor();
    expect(picked(seen)).toEqual(['legacy']);
  });

  it.each([
    ['cannot be loaded', null],
    ['has syntax that the browser does not support', 'let 1 = ;'],
    ['runs and defines nothing', 'export {};'],
  ])('falls back to the legacy build when the modern one %s', async (_name, core) => {
    const seen = await visit({ files: { 'checkout/core-': core } });
    await list(seen.page).waitFor();
    expect(picked(seen)).toEqual(['core', 'legacy']);
  });

  it('runs no changed file, and fires an event on the page', async () => {
    const seen = await visit({
      files: { 'checkout/core-': 'changed = true', 'checkout/legacy-': 'changed = true' },
      before: () => document.addEventListener('pgw-load-error', () => (document.title = 'reported')),
    });
    await seen.page.waitForFunction("document.title === 'reported'");
    expect(await seen.page.evaluate("typeof changed === 'undefined'")).toBe(true);
  });

  it.each(['modern', 'legacy'])('requests the session once while the %s build is loading', async (build) => {
    const seen = await visit({ head: tag.replace(' nonce', ` data-pgw-build="${build}" nonce`) });
    await list(seen.page).waitFor();
    expect(seen.requests.filter((path) => path.startsWith('/pgw/session'))).toEqual([
      `/pgw/session?order=${shop.order.id}`,
    ]);
  });

  it('does not request a session that the page contains', async () => {
    const { serverTime: _, ...rest } = shop.session;
    const session = { ...rest, serverTime: new Date().toISOString() };
    const data = `<script type="application/json" data-pgw-session>${JSON.stringify(session)}</script>`;
    const seen = await visit({ body: element.replace('></', `>${data}</`) });
    await list(seen.page).waitFor();
    expect(seen.requests.filter((path) => path.startsWith('/pgw/session'))).toEqual([]);
  });

  it('loads once if it is twice on a page', async () => {
    const seen = await visit({ head: tag + tag });
    await list(seen.page).waitFor();
    expect(picked(seen)).toEqual(['core']);
    expect(seen.pageErrors).toEqual([]);
  });

  it.each(['modern', 'legacy'])(
    'loads the %s build under a strict policy with trusted types',
    async (build) => {
      const head = tag.replace(' nonce', ` data-pgw-build="${build}" nonce`);
      const seen = await visit({ head, policy: strict });
      await list(seen.page).waitFor();
      expect(seen.pageErrors).toEqual([]);
    },
  );

  it.each(['modern', 'legacy'])(
    'styles the %s build under a strict policy without constructed style sheets',
    async (build) => {
      const seen = await visit({
        head: tag.replace(' nonce', ` data-pgw-build="${build}" nonce`),
        policy: strict,
        before: () => {
          Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets');
          Reflect.deleteProperty(CSSStyleSheet.prototype, 'replace');
        },
      });
      await list(seen.page).waitFor();
      const widget = seen.page.locator('pgw-checkout');
      expect(await widget.evaluate((host) => getComputedStyle(host).display)).toBe('block');
      expect(seen.pageErrors).toEqual([]);
    },
  );
});
