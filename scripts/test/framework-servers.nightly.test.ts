import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../free-port.mjs';
import { linkPackages } from '../packed/database/examples.ts';
import { startProgram } from '../packed/program.ts';
import { payAfterDecline, runInBrowser } from '../packed/shopper.ts';

// Runs the servers of docs/frameworks as they are on the pages. documents.test.ts compiles them.

const root = fileURLToPath(new URL('../../', import.meta.url));
const libraries = ['fastify', 'hono', '@hono/node-server'];
const packages = {
  '@pgw/client': 'packages/client',
  '@pgw/server': 'packages/server',
  ...Object.fromEntries(libraries.map((name) => [name, `packages/server/node_modules/${name}`])),
};

/** Starts the sandbox and the server of a page. Resolves with the URL that the server prints. */
async function startServer(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `pgw-${name}-server-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  linkPackages(folder, packages);
  const page = readFileSync(join(root, `docs/frameworks/${name}.md`), 'utf8');
  const [, code = ''] = /^```ts\n(\/\/ server\.ts\n[\s\S]*?)^```$/m.exec(page) ?? [];
  writeFileSync(join(folder, 'server.ts'), code);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const [port, sandboxPort] = [String(await findFreePort()), String(await findFreePort())];
  const env = {
    PORT: port,
    PGW_PUBLIC_URL: `http://127.0.0.1:${port}`,
    PGW_BASE_URL: `http://127.0.0.1:${sandboxPort}`,
  };
  const start = async (args: readonly string[], ready: RegExp): Promise<string> => {
    const { match, stop } = await startProgram([process.execPath, ...args], { cwd: folder, env, ready });
    onTestFinished(stop);
    return match[1] ?? '';
  };
  await start([join(root, 'packages/sandbox/dist/cli.js'), '--port', sandboxPort], /listens on/);
  return start(['server.ts'], /Open (http\S+)/);
}

it.each(['fastify', 'node', 'hono'])(
  'the server of docs/frameworks/%s.md takes a payment',
  async (name) => {
    const url = await startServer(name);
    await runInBrowser(async (page) => {
      const response = await page.goto(url);
      expect(await response?.headerValue('content-type')).toMatch(/^text\/html; ?charset=utf-8$/i);
      await payAfterDecline(page);
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      if (name === 'node') await page.getByRole('heading', { name: 'Order A1: paid' }).waitFor();
    });
  },
  120_000,
);
