import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { freePort } from './free-port.ts';
import { watchViolations } from './violations.ts';

/** The demo as a person runs it: both programs, a browser, and the shop's own ledger. */
export interface Demo {
  readonly shop: string;
  readonly sandbox: string;
  /** A page of a browser profile of its own. What breaks its policy fails the test; errors in its console are `complaints`. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** How often the shop has fulfilled an order, by the ledger that it writes without a unique key. */
  fulfilments(orderId: string): number;
  /** Errors that pages wrote to their consoles. */
  readonly complaints: string[];
  close(): Promise<void>;
}

export async function startDemo(settings: Readonly<Record<string, string>> = {}): Promise<Demo> {
  const data = mkdtempSync(join(tmpdir(), 'pgw-e2e-'));
  const shopPort = await freePort();
  const sandboxPort = await freePort();
  const program = spawn(process.execPath, [fileURLToPath(new URL('../scripts/demo.mjs', import.meta.url))], {
    env: {
      ...process.env,
      PGW_SHOP_PORT: `${shopPort}`,
      PGW_SANDBOX_PORT: `${sandboxPort}`,
      PGW_DATA: data,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await saysReady(program);
  const browser = await openBrowser();
  const complaints: string[] = [];
  return {
    shop: `http://127.0.0.1:${shopPort}`,
    sandbox: `http://127.0.0.1:${sandboxPort}`,
    complaints,
    newPage: (options) => newPage(browser, complaints, options),
    fulfilments: (orderId) => countLedger(join(data, 'shop'), orderId),
    close: async () => {
      await browser.close();
      program.kill('SIGTERM');
      if (program.exitCode === null) await once(program, 'exit');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function newPage(
  browser: Browser,
  complaints: string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
  });
  await watchViolations(page);
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  return page;
}

function countLedger(folder: string, orderId: string): number {
  const database = new DatabaseSync(join(folder, 'shop.db'), { readOnly: true });
  const row = database.prepare('select count(*) as fulfilments from ledger where order_id = ?').get(orderId);
  database.close();
  return Number(row?.['fulfilments']);
}

async function saysReady(program: ChildProcess): Promise<void> {
  let output = '';
  for await (const chunk of program.stdout ?? []) {
    output += String(chunk);
    if (output.includes('The demo is ready')) return;
  }
  throw new Error(`The demo ended before it was ready: ${output}`);
}
