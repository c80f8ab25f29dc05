import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { fromSources, sourceCondition } from './scripts/from-sources.mjs';

/** The small files come last, so that no core waits for another at the end. Within a project Vitest takes its longest files first. */
class LongProjectsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ['published', 'e2e', 'node'];
    const place = ({ project }: TestSpecification): number => order.indexOf(project.name);
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** Packages of the workspace are their sources: no build is needed, and an edit counts at once. */
const sources = {
  resolve: { conditions: [sourceCondition] },
  ssr: { resolve: { conditions: [sourceCondition, 'module', 'node', 'development|production'] } },
};
/** Programs that tests start compile their sources once, not each time. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/** A limit for a test that hangs, not for a machine that is busy. */
const timeouts = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 45_000 } },
};
/** Long matrices and soaks, which `npm run test:nightly` adds. */
const notTonight = process.env['PGW_NIGHTLY'] === '1' ? [] : ['**/*.nightly.test.ts'];
const compiledPackages = 'scripts/set-up/compiled-packages.ts';
const element = 'scripts/set-up/element.ts';
const packedPackages = 'scripts/set-up/packed-packages.ts';

export default defineConfig({
  test: {
    // Files wait for programs and pages much of their time, so each core has one.
    maxWorkers: '100%',
    sequence: { sequencer: LongProjectsFirst },
    projects: [
      {
        ...sources,
        test: {
          ...timeouts,
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
          ...timeouts,
          name: 'published',
          globalSetup: [compiledPackages, element, packedPackages],
          include: ['scripts/test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...notTonight],
        },
      },
      {
        ...sources,
        test: {
          name: 'e2e',
          execArgv: [...fromSources],
          // A worker keeps its Chromium and the modules that it has loaded.
          isolate: false,
          globalSetup: [element, 'e2e/set-up.ts'],
          setupFiles: 'e2e/each-test.ts',
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...notTonight],
          ...timeouts,
        },
      },
    ],
  },
});
