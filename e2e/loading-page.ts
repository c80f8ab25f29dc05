import type { Locator, Page } from 'playwright-core';
import * as fixtures from '../packages/checkout/test/fixtures.ts';
import { openPage } from './browser.ts';
import { readBuiltFile } from './widget.ts';

// Opens a page with script tags of the built element, and records what it requests.

/** A policy that allows only the scripts with its nonce and what they load. */
export const strictPolicy = [
  "default-src 'none'",
  "script-src 'nonce-n0nce' 'strict-dynamic'",
  "style-src 'nonce-n0nce'",
  "connect-src 'self'",
  'img-src data:',
  "require-trusted-types-for 'script'",
  'trusted-types pgw-loader lit-html',
].join('; ');

export interface LoadedPage {
  readonly page: Page;
  /** The requested paths, in order. */
  readonly requests: readonly string[];
  /** Errors in the console, such as refused scripts, and uncaught errors. */
  readonly pageErrors: readonly string[];
}

export interface PageContent {
  /** The content of the head, with the script tags. */
  readonly head?: string;
  readonly body?: string;
  readonly policy?: string;
  /** Replaces the files whose path contains a key. The value is the content, or null for a failed request. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** The content of an XHTML page, in place of head and body. */
  readonly xhtml?: string;
  /** Runs in the page before its scripts. */
  readonly initScript?: () => void;
}

export const element = `<pgw-checkout order="${fixtures.order.id}"></pgw-checkout>`;

/** Opens the page. The elements on it request the session of the fixtures. */
export async function openLoadingPage({
  head = '',
  body = element,
  policy,
  files = {},
  xhtml,
  initScript,
}: PageContent): Promise<LoadedPage> {
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
      const html = xhtml
        ? `<html xmlns="http://www.w3.org/1999/xhtml">${xhtml}</html>`
        : `<!doctype html><html lang="en"><title>Shop</title><head>${head}</head><body>${body}</body></html>`;
      const contentType = xhtml ? 'application/xhtml+xml' : 'text/html';
      const headers = { 'content-type': contentType, ...(policy && { 'content-security-policy': policy }) };
      return route.fulfill({ headers, body: html });
    }
    if (/^\/(pgw|static)\/session$/.test(pathname)) return route.fulfill({ json: fixtures.session });
    const replacement = Object.entries(files).find(([part]) => pathname.includes(part))?.[1];
    if (replacement === null) return route.abort();
    const text = replacement ?? readBuiltFile(pathname.replace(/^\/(pgw|static)\//, ''));
    return route.fulfill({ contentType: 'text/javascript', body: text });
  });
  await page.goto('https://shop.example/');
  return { page, requests, pageErrors };
}

export function locateChannel(page: Page): Locator {
  return page.getByRole('radio', { name: 'FPX online banking' });
}

/** The builds that the loader has requested, in order. */
export function readLoadedBuilds({ requests }: LoadedPage): string[] {
  return requests.flatMap((path) => /checkout\/(core|legacy)-/.exec(path)?.[1] ?? []);
}
