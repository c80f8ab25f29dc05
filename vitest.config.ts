import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { platforms } from './packages/server/src/stores/platforms.ts';
import { fromSources, sourceCondition } from './scripts/from-sources.mjs';

/** Files of the project `node` whose time is longer than their size suggests. */
const longFiles = [
  'torture/test/commands.test.ts',
  'packages/server/test/stores/contract.test.ts',
  'packages/server/test/stores/postgres.test.ts',
  'packages/server/test/stores/sql/migrations/migrate.test.ts',
  'packages/server/test/stores/embedded.test.ts',
  'packages/server/test/restoring/restoring.test.ts',
  'packages/sandbox/test/cli.test.ts',
  'packages/sandbox/test/payment-status.test.ts',
  'packages/create-shop/test/protection.test.ts',
  'packages/create-shop/test/order-access.test.ts',
  'packages/create-shop/test/settings.test.ts',
  'packages/office/test/approvals/killed-office.test.ts',
  'packages/cli/test/conformance/conformance.test.ts',
];

/**
 * Runs the projects with the longest files first, so that both cores finish at about the same time. Within a
 * project, Vitest starts with its largest files, after those of `longFiles`.
 */
class LongProjectsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ['published', 'e2e', 'node'];
    const position = ({ project, moduleId }: TestSpecification): number => {
      const isLong = longFiles.some((file) => moduleId.endsWith(file));
      return 2 * order.indexOf(project.name) + (isLong ? 0 : 1);
    };
    return (await super.sort(files)).toSorted((a, b) => position(a) - position(b));
  }
}

/** Loads the packages of the workspace from their sources, so that no build is needed. */
const loadSources = {
  resolve: { conditions: [sourceCondition] },
  ssr: { resolve: { conditions: [sourceCondition, 'module', 'node', 'development|production'] } },
};
// Programs that the tests start share their compiled code, so that each source file is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

// The embedded store refuses to start on these platforms. No test depends on where it runs.
for (const { variable } of platforms) delete process.env[variable];

/** The limits end a test that hangs. They are long enough for a busy machine. */
const timeouts = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 45_000 } },
};
/** The long tests, which only `npm run test:nightly` runs. `npm run test:fresh` runs some of them. */
const nightlyTests =
  process.env['PGW_NIGHTLY'] === '1'
    ? []
    : ['**/*.nightly.test.ts', ...(process.env['PGW_FRESH'] === '1' ? [] : ['**/*.fresh.test.ts'])];
/** `npm run test:repeat -- --shuffle` sets a seed for the order of the files and of their tests. */
const seed = process.env['PGW_SHUFFLE_SEED'];
const shuffled = seed === undefined ? {} : { shuffle: { files: true, tests: true }, seed: Number(seed) };
const compilePackages = 'scripts/set-up/compiled-packages.ts';
const buildElement = 'scripts/set-up/element.ts';
const cpuTime = 'scripts/set-up/cpu-time.ts';
const packPackages = 'scripts/set-up/packed-packages.ts';

export default defineConfig({
  test: {
    // Three workers for two cores, because most files often wait for other programs and pages.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: seed === undefined ? { sequencer: LongProjectsFirst } : shuffled,
    projects: [
      {
        ...loadSources,
        test: {
          ...timeouts,
          name: 'node',
          sequence: shuffled,
          execArgv: [...fromSources],
          // The files of a worker share their loaded modules. Without this, loading would take a third of the
          // time.
          isolate: false,
          globalSetup: buildElement,
          setupFiles: ['scripts/set-up/property-seed.ts', cpuTime],
          include: [
            'packages/*/test/**/*.test.ts',
            'examples/*/test/**/*.test.ts',
            'torture/test/**/*.test.ts',
            'docs-site/test/**/*.test.ts',
          ],
          // Most tests of packages/checkout need a browser and run with another runner.
          exclude: ['packages/checkout/test/{*,server/*}.test.ts', '**/node_modules/**', ...nightlyTests],
        },
      },
      {
        // Tests of the published packages and of the documents.
        test: {
          ...timeouts,
          name: 'published',
          sequence: shuffled,
          // The files of a worker share their loaded modules.
          isolate: false,
          globalSetup: [compilePackages, buildElement, packPackages],
          setupFiles: cpuTime,
          include: ['scripts/test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...nightlyTests],
        },
      },
      {
        ...loadSources,
        test: {
          name: 'e2e',
          sequence: shuffled,
          execArgv: [...fromSources],
          // The files of a worker share their Chromium and their loaded modules.
          isolate: false,
          globalSetup: [buildElement, 'e2e/global-setup.ts'],
          setupFiles: ['e2e/after-each-test.ts', cpuTime],
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...nightlyTests],
          ...timeouts,
        },
      },
    ],
  },
});
