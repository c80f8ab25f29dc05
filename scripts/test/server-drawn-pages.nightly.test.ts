import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, inject, it } from 'vitest';
import { findFreePort } from '../free-port.mjs';
import { buildPages, createEnvironment, frameworks, type Framework } from '../packed/drawn-pages.ts';
import { startProgram, type Program } from '../packed/program.ts';
import { listElementFiles, payAfterDecline, runInBrowser } from '../packed/shopper.ts';

// Builds the apps of docs/server-drawn-pages.md with the packed packages and the frameworks of the registry, and
// pays in each of them.

const folder = mkdtempSync(join(tmpdir(), 'pgw-drawn-pages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(frameworks)(
  'a page of $name is drawn with the checkout and is paid, without a message in the console',
  async (framework) => {
    const app = mkdtempSync(join(folder, 'app-'));
    await buildPages(framework, app, inject('tarballs'));
    const { url, address, stop } = await startApp(framework, app);
    try {
      await requestFirstPage(`${address}${framework.page}`);
      await runInBrowser((page) => payOrder(page, url, framework));
      expect(await postReturnForm(address)).toBe(303);
    } finally {
      await stop();
    }
  },
  600_000,
);

async function startApp({ start: [command, ...args], ready }: Framework, cwd: string) {
  const [port, sandboxPort] = [String(await findFreePort()), String(await findFreePort())];
  const sandbox = join('node_modules', '@pgw', 'sandbox', 'dist', 'cli.js');
  const programs: Program[] = [
    await startProgram([process.execPath, sandbox, '--port', sandboxPort], { cwd, ready: /listens on/ }),
  ];
  // For the browser, `localhost` and `127.0.0.1` are two sites. Node uses the address, because a machine may not
  // resolve the name.
  const [url, address] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  const env = {
    PORT: port,
    HOST: '127.0.0.1',
    ...createEnvironment(url, `http://127.0.0.1:${sandboxPort}`),
  };
  const program: [string, ...string[]] =
    command === 'node' ? [process.execPath, ...args] : ['npx', '--no-install', command, ...args];
  const stop = async (): Promise<void> => {
    for (const one of programs.toReversed()) await one.stop();
  };
  try {
    programs.push(await startProgram(program, { cwd, env, ready }));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, address, stop };
}

/** The first request of a page creates the checkout, and may be too slow for the list. */
async function requestFirstPage(page: string): Promise<void> {
  const readPage = async (): Promise<string> => (await fetch(page)).text();
  await expect.poll(readPage, { timeout: 60_000 }).toContain('<template shadowrootmode="open">');
}

async function payOrder(
  page: Page,
  url: string,
  { isHydrated, page: path, nextPage }: Framework,
): Promise<void> {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
  const response = await page.goto(`${url}${path}`);
  expect(response?.headers()['content-security-policy']).toMatch(
    /'strict-dynamic'.*require-trusted-types-for/,
  );
  await page.waitForFunction(() => customElements.get('pgw-checkout') !== undefined);
  if (isHydrated) {
    // React adds properties to the nodes that it hydrates.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__react')),
    );
  }
  await payAfterDecline(page);
  await page.getByRole('heading', { name: 'Order A1' }).waitFor();
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  const otherBuilds = (await listElementFiles(page)).filter((file) => /\/(core|legacy)-/.test(file));
  expect(otherBuilds, 'the page of the order has the module').toEqual([]);
  if (nextPage !== undefined) {
    // As a `<Link>` does. The file of the page is loaded by a script, which the policy of the page must allow.
    await page.evaluate(`next.router.push('${nextPage}')`);
    await page.getByRole('heading', { name: 'Other' }).waitFor();
  }
  expect(messages).toEqual([]);
}

/** Sends the form with which the browser of a shopper returns from a gateway. Returns the status. */
async function postReturnForm(address: string): Promise<number> {
  const response = await fetch(`${address}/pgw/return`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://gateway.example' },
    body: new URLSearchParams({ ReferenceCode: 'A1-0123456789ABCDEF' }),
  });
  return response.status;
}
