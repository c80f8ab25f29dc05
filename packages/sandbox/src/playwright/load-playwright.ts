import { createRequire } from 'node:module';
import type * as Playwright from '@playwright/test';
import { PgwError } from '@pgw/protocol';

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
