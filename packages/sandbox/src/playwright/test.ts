import { PgwError } from '@pgw/protocol';
import type * as Playwright from '@playwright/test';
import type {
  Expect,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test';
import { createRequire } from 'node:module';
import { sandboxFixtures, type SandboxFixtures, type SandboxWorkerFixtures } from './fixtures.ts';

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

/**
 * Loads `@playwright/test`, which is an optional peer. `require` gives the module that the test runner has loaded.
 *
 * @throws PgwError `invalid-configuration` with the command that installs it, when it is missing.
 */
export function loadPlaywright(
  load: (name: string) => unknown = createRequire(import.meta.url),
): typeof Playwright {
  try {
    // The peer dependency has this type.
    return load('@playwright/test') as typeof Playwright;
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new PgwError(
      'invalid-configuration',
      '@pgw/sandbox/playwright needs @playwright/test, which is not installed. Run: npm install --save-dev @playwright/test',
      { cause },
    );
  }
}

/** Returns true when the package itself is missing, and not a module that it loads. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'MODULE_NOT_FOUND' &&
    error.message.includes("'@playwright/test'")
  );
}
