import type { Page } from 'playwright-core';
import { isNightly } from '../scripts/nightly.ts';
import { checkWithAxe } from './axe-check.ts';
import type { Demo } from './demo.ts';
import { createLayoutCheck } from './layout-check.ts';

/** The time limit of a test that checks many pages, each with several fonts, text sizes and widths. */
export const manyPagesMs = 600_000;

/** Functions that check a page. If they receive an address, they load the address first. */
export interface PageCheck {
  /** Checks the page with axe, and that nothing is wider than the screen. */
  readonly check: (address?: string) => Promise<void>;
  /**
   * {@link check} in the nightly run. Other runs do nothing, because the page has only parts that another checked page
   * has too.
   */
  readonly checkNightly: (address?: string) => Promise<void>;
  /** Checks only the layout, for pages that differ from a checked page only in their texts. */
  readonly checkLayout: (address?: string) => Promise<void>;
}

export interface CheckedPage extends PageCheck {
  readonly page: Page;
}

/** Opens a page of the demo with {@link createPageCheck}. */
export async function openCheckedPage(demo: Demo): Promise<CheckedPage> {
  const page = await demo.newPage({ bypassCSP: true, reducedMotion: 'reduce' });
  return { page, ...(await createPageCheck(page)) };
}

/**
 * The page must have been opened with `bypassCSP`, because a policy blocks axe and the style sheets of the layout
 * check.
 */
export async function createPageCheck(page: Page): Promise<PageCheck> {
  const checkLoadedLayout = await createLayoutCheck(page);
  const load = async (address: string | undefined): Promise<void> => {
    if (address !== undefined) await page.goto(address);
  };
  const check: PageCheck['check'] = async (address) => {
    await load(address);
    await checkWithAxe(page);
    await checkLoadedLayout();
  };
  return {
    check,
    checkNightly: async (address) => {
      if (isNightly) await check(address);
    },
    checkLayout: async (address) => {
      await load(address);
      await checkLoadedLayout();
    },
  };
}
