import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { fromSources, sourceCondition } from './scripts/from-sources.mjs';

/** Packages of the workspace are their sources: no build is needed, and an edit counts at once. */
const sources = {
  resolve: { conditions: [sourceCondition] },
  ssr: { resolve: { conditions: [sourceCondition, 'module', 'node', 'development|production'] } },
};
/** Programs that tests start compile their sources once, not each time. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/** A limit for a test that hangs, not for a machine that is busy. */
const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 45_000 } },
};
/** Long matrices and soaks, which `npm run test:nightly` adds. */
const notTonight = process.env['PGW_NIGHTLY'] === '1' ? [] : ['**/*.nightly.test.ts'];
const compiledPackages = 'scripts/set-up/compiled-packages.ts';
const element = 'scripts/set-up/element.ts';

export default defineConfig({
  test: {
    // Files wait for programs and pages much of their time, so each core has one.
    maxWorkers: '100%',
    projects: [
      {
        ...sources,
        test: {
          ...patience,
          name: 'node',
          execArgv: [...fromSources],
          // A worker keeps the modules that it has loaded for its next files: loading them again is a third of the time.
          isolate: false,
          globalSetup: element,
          include: [
            'packages/*/test/**/*.test.ts',
            'examples/*/test/**/*.test.ts',
            'torture/test/**/*.test.ts',
          ],
          // Of the widget only what needs no browser.
          exclude: ['packages/checkout/test/{*,server/*}.test.ts', '**/node_modules/**', ...notTonight],
        },
      },
      {
        // The packages as they are published, and the pages about them.
        test: {
          ...patience,
          name: 'published',
          globalSetup: [compiledPackages, element],
          include: ['scripts/test/**/*.test.ts'],
        },
      },
      {
        ...sources,
        test: {
          name: 'e2e',
          execArgv: [...fromSources],
          globalSetup: [element, 'e2e/set-up.ts'],
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...notTonight],
          ...patience,
        },
      },
    ],
  },
});
