import type {
  Expect,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test';
import { sandboxFixtures, type SandboxFixtures, type SandboxWorkerFixtures } from './fixtures.ts';
import { loadPlaywright } from './load-playwright.ts';

const playwright = loadPlaywright();

/**
 * The `test` of Playwright with a sandbox. Extend it with a shop that uses `sandbox.clientOptions`, or combine it with
 * another `test` by `mergeTests` of Playwright.
 *
 * @throws PgwError `invalid-configuration` at its import, when `@playwright/test` is not installed.
 *
 * @example
 * test('a declined card', async ({ page, payAs }) => {
 *   await page.goto('/checkout');
 *   await page.getByRole('button', { name: /^Pay/ }).click();
 *   await payAs('declined');
 * });
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SandboxFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & SandboxWorkerFixtures
> = playwright.test.extend(sandboxFixtures);

/** The `expect` of Playwright. */
export const expect: Expect = playwright.expect;
