import { globSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumArgs, findHeadlessShell } from '../../scripts/programs/chromium.mjs';
import { sourceCondition } from '../../scripts/from-sources.mjs';
import { readCpuSeconds } from '../../scripts/set-up/read-cpu-seconds.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Writes the numbers of passed and failed tests to a file, the skipped tests, how many seconds the tests of each file
 * took, and the CPU time with that of the browser, which nothing can read after its end. scripts/test-all.mjs reads this file.
 */
function createCountReporter(file) {
  return {
    onTestRunFinished({ sessions }) {
      const results = [...sessions].flatMap(({ testResults }) => listTests(testResults));
      const passed = results.filter((result) => result.passed).length;
      const failed = results.filter((result) => !result.passed && !result.skipped).length;
      const failedFiles = [...sessions].filter(({ errors }) => errors.length > 0).length;
      const files = [...sessions].map(({ testFile, testResults }) => {
        const durations = listTests(testResults).map(({ duration = 0 }) => duration);
        return { file: relative(root, testFile), seconds: durations.reduce((sum, ms) => sum + ms, 0) / 1000 };
      });
      const skipped = [...sessions].flatMap(({ testFile, testResults }) =>
        listTests(testResults)
          .filter((result) => result.skipped)
          .map(({ name }) => ({ file: relative(root, testFile), suite: '', title: name })),
      );
      const cpuSeconds = readCpuSeconds();
      const result = { passed, failed: failed + failedFiles, skipped, files, cpuSeconds };
      writeFileSync(file, JSON.stringify(result));
    },
  };
}

/** All tests of a suite and of the suites in it. */
function listTests(suite) {
  return suite === undefined ? [] : [...suite.tests, ...suite.suites.flatMap(listTests)];
}

const reportFile = process.env.PGW_TEST_REPORT;
/** The browser reports a mouse on a machine without one, like the browsers of Playwright. */
const mouse =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/** Transitions are most of what the browser draws. The nightly run, the pictures and the end-to-end tests have them. */
const motion = process.env.PGW_NIGHTLY === '1' ? [] : ['--force-prefers-reduced-motion'];
const args = [...chromiumArgs, mouse, ...motion];

/** The image of the QR code in test/fixtures.ts. Its path is relative to the page. */
function serveQrCode(context, next) {
  if (context.path === '/qr-code.svg') context.path = '/packages/checkout/test/qr-code.svg';
  return next();
}

/**
 * The tests in test/api and test/card need no browser: vitest runs them. Only the nightly run has all of the others.
 */
const files = [
  'test/**/*.test.ts',
  '!test/{api,card}/**',
  ...(process.env.PGW_NIGHTLY === '1' ? [] : ['!test/**/*.nightly.test.ts']),
];
const seed = process.env.PGW_SHUFFLE_SEED;

/** Returns a function that shuffles a list in place. The browser runs its source too. */
function createShuffle(state) {
  return (list) => {
    for (let end = list.length - 1; end > 0; end -= 1) {
      state = (state * 48_271) % 2_147_483_647;
      const index = state % (end + 1);
      [list[end], list[index]] = [list[index], list[end]];
    }
    return list;
  };
}

/** Shuffles the files, and with a hook of Mocha the suites and tests of each file. */
function shuffleTests() {
  const [pattern, ...excluded] = files;
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const exclude = excluded.map((each) => each.slice(1));
  const list = globSync(pattern, { cwd: folder, exclude });
  const hook = `
    before(function () {
      const shuffle = (${createShuffle.toString()})(${seed});
      const visit = (suite) => {
        shuffle(suite.tests);
        shuffle(suite.suites).forEach(visit);
      };
      visit(this.test.parent);
    });`;
  const transform = ({ path, body }) => (path.endsWith('.test.ts') ? `${body}\n${hook}` : undefined);
  return { files: createShuffle(Number(seed))(list.toSorted()), plugin: { name: 'shuffle', transform } };
}

/**
 * Each test begins with an empty storage, with the mouse away, because what is below the mouse is loaded early, and online,
 * also on a machine without a network.
 */
const isolation = {
  name: 'isolation',
  transform: ({ path, body }) =>
    path.endsWith('.test.ts')
      ? `${body}
import { moveMouseAway } from '/packages/checkout/test/devices.ts';
Object.defineProperty(Navigator.prototype, 'onLine', { value: true });
beforeEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  return moveMouseAway();
});`
      : undefined,
};

const shuffled = seed === undefined ? undefined : shuffleTests();

export default {
  reporters: [defaultReporter(), ...(reportFile === undefined ? [] : [createCountReporter(reportFile)])],
  // The root is the workspace, so that the files of other packages are served as well.
  rootDir: root,
  files: shuffled?.files ?? files,
  // Selects the production build of Lit, which logs no warnings.
  nodeResolve: { exportConditions: [sourceCondition, 'browser', 'production'] },
  // Opens one page at a time, because browsers slow down hidden pages.
  concurrency: 1,
  middleware: [serveQrCode],
  plugins: [
    ...(shuffled === undefined ? [] : [shuffled.plugin]),
    isolation,
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)),
    }),
  ],
  // The nightly run has longer test matrices. The tests act with the mouse and the keyboard of the browser.
  testRunnerHtml: (framework) =>
    `<!doctype html><html><body><script>${process.env.PGW_NIGHTLY === '1' ? 'globalThis.isNightly = true' : ''}</script><script type="module" src="/packages/checkout/test/runner-devices.ts"></script><script type="module" src="${framework}"></script></body></html>`,
  // These limits end a test that hangs. They are long enough for a busy machine.
  testFramework: { config: { timeout: 120_000 } },
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 1_800_000,
  browsers: [
    chromeLauncher({
      launchOptions: { executablePath: findHeadlessShell(), headless: true, args },
    }),
  ],
};
