import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { openPage, type PageOptions } from './browser.ts';
import { startProgram, type DemoAddresses } from './demo-program.ts';
import { watchViolations } from './violations.ts';

/** The running demo: both programs, a browser, and the shop's ledger. */
export interface Demo {
  readonly shop: string;
  readonly sandbox: string;
  /** A page in a new browser profile. Violations of its policy fail the test; errors in its console are `pageErrors`. */
  newPage(options?: PageOptions): Promise<Page>;
  /** How often the shop has fulfilled an order, by its ledger, which has no unique key. */
  fulfilments(orderId: string): number;
  /** Errors that pages wrote to their consoles. */
  readonly pageErrors: string[];
}

/** Settings of the shop, as environment variables. */
export type DemoSettings = Readonly<Record<string, string>>;

/** The demo with such settings that all files of the run share. For tests that change nothing but their own orders. */
export async function sharedDemo(settings: DemoSettings = {}): Promise<Demo> {
  const response = await fetch(inject('demos'), { method: 'POST', body: JSON.stringify(settings) });
  if (!response.ok) throw new Error(await response.text());
  return open(await response.json());
}

export interface StartedDemo extends Demo {
  close(): Promise<void>;
}

/** A demo for one file, for tests that affect others. */
export async function startDemo(settings: DemoSettings = {}): Promise<StartedDemo> {
  const program = await startProgram(settings);
  return { ...open(program), close: () => program.stop() };
}

function open({ shop, sandbox, data }: DemoAddresses): Demo {
  const pageErrors: string[] = [];
  return {
    shop,
    sandbox,
    pageErrors,
    newPage: (options) => newPage(pageErrors, options),
    fulfilments: (orderId) => countLedger(join(data, 'shop'), orderId),
  };
}

async function newPage(pageErrors: string[], options: PageOptions = {}): Promise<Page> {
  const page = await openPage({ viewport: { width: 1280, height: 900 }, ...options });
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(`${page.url()}: ${message.text()}`);
  });
  await watchViolations(page);
  page.on('pageerror', (error) => pageErrors.push(`${page.url()}: ${error.message}`));
  return page;
}

function countLedger(folder: string, orderId: string): number {
  const database = new DatabaseSync(join(folder, 'shop.db'), { readOnly: true });
  const row = database.prepare('select count(*) as fulfilments from ledger where order_id = ?').get(orderId);
  database.close();
  return Number(row?.['fulfilments']);
}
