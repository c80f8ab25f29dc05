import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findFreePort } from '../free-port.mjs';
import { installWithNpm } from '../packed/install.mjs';
import { startProgram, type Program } from '../packed/program.ts';
import { payByWallet, runInBrowser } from '../packed/shopper.ts';

// React renders a page with the checkout on the server and hydrates it in the browser, with a strict policy. The
// development build of React reports what differs. The nightly test has the pages of frameworks.

const folder = mkdtempSync(join(tmpdir(), 'pgw-hydrated-page-'));
const root = fileURLToPath(new URL('../../', import.meta.url));
const programs: Program[] = [];
let url: string;

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  for (const name of ['shop', 'react'])
    cpSync(join(root, 'scripts', 'packed', name), folder, { recursive: true });
  const packages = ['protocol', 'client', 'server', 'sandbox'].map((name) =>
    join(inject('tarballs'), `${name}.tgz`),
  );
  await installWithNpm(folder, [...packages, 'react@19.3.1', 'react-dom@19.3.1']);
  const esbuild = join(root, 'packages', 'server', 'node_modules', 'esbuild', 'bin', 'esbuild');
  const development = `--define:process.env.NODE_ENV="development"`;
  const options = ['--bundle', '--format=esm', '--outfile=client.js', development];
  await promisify(execFile)(esbuild, ['client.mjs', ...options], { cwd: folder });
  const [port, sandboxPort] = [String(await findFreePort()), String(await findFreePort())];
  const start = async (args: readonly string[], ready: RegExp): Promise<Program> => {
    const env = { PORT: port, PGW_BASE_URL: `http://127.0.0.1:${sandboxPort}` };
    const program = await startProgram([process.execPath, ...args], { cwd: folder, env, ready });
    programs.unshift(program);
    return program;
  };
  const sandbox = join('node_modules', '@pgw', 'sandbox', 'dist', 'cli.js');
  await start([sandbox, '--port', sandboxPort], /listens on/);
  ({
    match: { 1: url = '' },
  } = await start(['server.mjs'], /Open (\S+)/));
}, 600_000);
afterAll(async () => {
  for (const program of programs) await program.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Collects the errors and warnings of the console. */
function collectMessages(page: Page): readonly string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(message.text());
  });
  return messages;
}

/** Waits until React has hydrated the page: it adds properties to the nodes. */
const waitForReact = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactFiber')),
  );

it('React hydrates a page that is drawn with the checkout, without a message, and the page pays', async () => {
  await runInBrowser(async (page) => {
    const messages = collectMessages(page);
    const response = await page.goto(url);
    expect(await response?.text()).toContain('<template shadowrootmode="open">');
    await waitForReact(page);
    await page.waitForFunction(() => customElements.get('pgw-checkout') !== undefined);
    await payByWallet(page);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(messages).toEqual([]);
  });
});
