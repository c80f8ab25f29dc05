import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { PageOptions } from './browser.ts';
import { getSharedDemo, type Demo } from './demo.ts';
import { placeOrderByRequest, decideAtBank, waitForPaidOrder } from './shopper.ts';

export interface ShopperOptions {
  /** Settings of the demo, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Runs before the page loads its first URL. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly pageOptions?: PageOptions;
}

/** A shopper with an unpaid order, whose checkout is open in `page`. */
export interface Shopper {
  readonly demo: Demo;
  readonly page: Page;
  readonly order: string;
  /** Approves at the bank, returns, and expects that the order is paid and fulfilled once. */
  payAtBank(decision?: Parameters<typeof decideAtBank>[2]): Promise<void>;
}

/**
 * Registers hooks that place an order before each test and open its checkout in a new page. All files share
 * the demo. A test fails if its page writes an error to the console.
 */
export function setUpShopper({
  settings = {},
  prepare = () => Promise.resolve(),
  pageOptions = {},
}: ShopperOptions = {}): Shopper {
  let demo: Demo;
  let page: Page;
  let order: string;
  beforeAll(async () => {
    demo = await getSharedDemo(settings);
  });
  beforeEach(async () => {
    page = await demo.newPage(pageOptions);
    await prepare(page);
    order = await placeOrderByRequest(demo, page);
  });
  afterEach(async () => {
    await page.close();
    expect(demo.pageErrors.splice(0)).toEqual([]);
  });
  return {
    get demo() {
      return demo;
    },
    get page() {
      return page;
    },
    get order() {
      return order;
    },
    payAtBank: async (decision) => {
      await page.waitForURL(`${demo.sandbox}/**`);
      await decideAtBank(page, 'approve', decision);
      await waitForPaidOrder(page, order);
      expect(demo.countFulfillments(order)).toBe(1);
    },
  };
}
