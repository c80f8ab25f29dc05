import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { openPage, type PageOptions } from './browser.ts';
import { startProgram, type DemoAddresses } from './demo-program.ts';
import { watchViolations } from './violations.ts';

/** A running demo with functions that open its pages and read its ledger. */
export interface Demo {
  /** The origin of the shop, such as `http://127.0.0.1:4000`. */
  readonly shop: string;
  /** The origin of the sandbox. */
  readonly sandbox: string;
  /**
   * Opens a page in a new browser profile. A violation of its policy fails the test. The errors of the
   * page are added to `pageErrors`.
   */
  newPage(options?: PageOptions): Promise<Page>;
  /**
   * Returns how often the shop has fulfilled an order. Its ledger has no unique key, so it shows a second
   * fulfillment.
   */
  countFulfillments(orderId: string): number;
  /** Uncaught errors, and errors that pages wrote to their consoles. */
  readonly pageErrors: string[];
}

/** Settings of the shop, as environment variables. */
export type DemoSettings = Readonly<Record<string, string>>;

/**
 * Returns the demo with these settings, which all files of the run share. Its tests change only their own
 * orders.
 */
export async function getSharedDemo(settings: DemoSettings = {}): Promise<Demo> {
  const response = await fetch(inject('demoServerUrl'), { method: 'POST', body: JSON.stringify(settings) });
  if (!response.ok) throw new Error(await response.text());
  return toDemo(await response.json());
}

export interface StartedDemo extends Demo {
  close(): Promise<void>;
}

/** Starts a demo for one file whose tests would affect the tests of other files. */
export async function startDemo(settings: DemoSettings = {}): Promise<StartedDemo> {
  const program = await startProgram(settings);
  return { ...toDemo(program), close: () => program.stop() };
}

function toDemo({ shop, sandbox, data }: DemoAddresses): Demo {
  const pageErrors: string[] = [];
  return {
    shop,
    sandbox,
    pageErrors,
    newPage: (options) => newPage(pageErrors, options),
    countFulfillments: (orderId) => queryFulfillments(join(data, 'shop'), orderId),
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

function queryFulfillments(folder: string, orderId: string): number {
  const database = new DatabaseSync(join(folder, 'shop.db'), { readOnly: true });
  const row = database.prepare('select count(*) as fulfillments from ledger where order_id = ?').get(orderId);
  database.close();
  return Number(row?.['fulfillments']);
}
