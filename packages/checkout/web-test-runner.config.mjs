import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumArgs, chromiumPath } from '../../scripts/chromium.mjs';
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
  // Those of the card's logic need no browser: vitest runs them.
  files: ['test/**/*.test.ts', '!test/card/**'],
  // The production build of Lit: the other one talks to the console.
  nodeResolve: { exportConditions: [sourceCondition, 'browser', 'production'] },
  // One page at a time: a page behind another is hidden, and hidden pages rest.
  concurrency: 1,
  plugins: [
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)),
    }),
  ],
  // Long matrices are for the night: a file sees by this which run it is in.
  testRunnerHtml: (framework) =>
    `<!doctype html><html><body><script>${process.env.PGW_NIGHTLY === '1' ? 'globalThis.isNightly = true' : ''}</script><script type="module" src="${framework}"></script></body></html>`,
  testFramework: { config: { timeout: 20_000 } },
  // Of one file; a slow machine may take its time.
  testsFinishTimeout: 600_000,
  browsers: [
    chromeLauncher({
      launchOptions: { executablePath: chromiumPath(), headless: true, args: [...chromiumArgs] },
    }),
  ],
};
