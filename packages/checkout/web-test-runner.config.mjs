import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumArgs, headlessShellPath } from '../../scripts/chromium.mjs';
import { sourceCondition } from '../../scripts/from-sources.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Writes how many tests passed and failed, and the seconds of each file's tests, to a file that scripts/test-all.mjs reads. */
function countReporter(file) {
  return {
    onTestRunFinished({ sessions }) {
      const results = [...sessions].flatMap(({ testResults }) => testsOf(testResults));
      const failed = results.filter(({ passed, skipped }) => !passed && !skipped).length;
      const broken = [...sessions].filter(({ errors }) => errors.length > 0).length;
      const passed = results.filter((result) => result.passed).length;
      const files = [...sessions].map(({ testFile, testResults }) => {
        const durations = testsOf(testResults).map(({ duration = 0 }) => duration);
        return { file: relative(root, testFile), seconds: durations.reduce((sum, ms) => sum + ms, 0) / 1000 };
      });
      writeFileSync(file, JSON.stringify({ passed, failed: failed + broken, files }));
    },
  };
}

function testsOf(suite) {
  return suite === undefined ? [] : [...suite.tests, ...suite.suites.flatMap(testsOf)];
}

const report = process.env.PGW_TEST_REPORT;

export default {
  reporters: [defaultReporter(), ...(report === undefined ? [] : [countReporter(report)])],
  // The workspace, so that packages beside this one can be served.
  rootDir: root,
  // vitest runs the tests of test/card, which need no browser.
  files: ['test/**/*.test.ts', '!test/card/**'],
  // The production build of Lit, which logs no warnings.
  nodeResolve: { exportConditions: [sourceCondition, 'browser', 'production'] },
  // One page at a time: browsers slow down hidden pages.
  concurrency: 1,
  plugins: [
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)),
    }),
  ],
  // The nightly run has longer test matrices.
  testRunnerHtml: (framework) =>
    `<!doctype html><html><body><script>${process.env.PGW_NIGHTLY === '1' ? 'globalThis.isNightly = true' : ''}</script><script type="module" src="${framework}"></script></body></html>`,
  testFramework: { config: { timeout: 20_000 } },
  // For one file, on a slow machine.
  testsFinishTimeout: 600_000,
  browsers: [
    chromeLauncher({
      launchOptions: { executablePath: headlessShellPath(), headless: true, args: [...chromiumArgs] },
    }),
  ],
};
