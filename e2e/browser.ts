import { chromium, type Browser } from 'playwright-core';
import { inject } from 'vitest';
import { chromiumArgs, chromiumPath } from '../scripts/chromium.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the Chromium that all files of a run share takes connections. */
    readonly chromium: string;
  }
}

/**
 * A connection to the Chromium of the run. Contexts opened by it are its own, and closing it closes them; the browser goes on
 * for the other files. Where no set-up started one, a browser of its own.
 */
export function openBrowser(): Promise<Browser> {
  const address = inject('chromium') as string | undefined;
  if (address !== undefined) return chromium.connect(address);
  return chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] });
}
