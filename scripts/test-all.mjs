// Runs every check and every test of the workspace. At the end, prints the slowest files, the skipped tests with
// their reasons, the time, and "N passed, N failed, N skipped".
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The maximum number of seconds that all files of a group take together. A longer time is printed and is not
 * a failure.
 */
const budgets = { node: 300, published: 200, e2e: 580, element: 240 };

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'pgw-tests-'));
const vitestReport = join(reports, 'vitest.json');
const elementReport = join(reports, 'element.json');
const startedAt = performance.now();

// Checks and tests need the compiled types of the packages.
const compile = { title: 'Compile', command: 'tsc', args: ['-b'] };
const build = { title: 'Build the element', command: 'pnpm', args: ['run', '--silent', 'build:element'] };
const tests = {
  title: 'Node and end-to-end tests',
  command: 'vitest',
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
};
// The following steps run one after the other, at the same time as the build and the tests. The output of
// each is printed when it has ended.
const checks = { title: 'Checks of the sources', command: 'pnpm', args: ['run', 'check:sources'] };
const elementTests = {
  title: 'Element tests in Chromium',
  command: 'pnpm',
  args: ['--filter', '@pgw/checkout', 'run', 'test:browser'],
};
const sizes = { title: 'Sizes of the built files', command: 'pnpm', args: ['run', 'check:size'] };

const haveStepsPassed = (await run(compile)) && (await runAll());
const testReports = [...readVitestResults(), ...readElementResults()];
rmSync(reports, { recursive: true, force: true });
printSlowest(testReports.flatMap(({ files }) => files));
printBudgets(testReports);
const passed = sum(testReports.map((result) => result.passed));
const skipped = testReports.flatMap((result) => result.skipped);
const withoutReason = skipped.filter(({ reason }) => reason === undefined);
// A test that is skipped without a reason counts as failed.
const failed = sum(testReports.map((result) => result.failed)) + withoutReason.length;
printSkipped(skipped);
console.log(`\n${Math.round((performance.now() - startedAt) / 1000)} s in total`);
// The last line shows at least 1 failed if a check has failed or a runner has stopped without a report.
const isSuccess = haveStepsPassed && failed === 0 && testReports.length === 2;
const withReason = skipped.length - withoutReason.length;
console.log(`\n${passed} passed, ${isSuccess ? 0 : Math.max(failed, 1)} failed, ${withReason} skipped`);
process.exitCode = isSuccess ? 0 : 1;

/** Runs two sequences of steps at the same time, for two cores. Returns true if all steps succeeded. */
async function runAll() {
  const buildResult = run(build);
  // The tests of the element do not need the build.
  const runChecks = async () => {
    const results = [await run(checks, 'buffered'), await run(elementTests, 'buffered')];
    if (await buildResult) results.push(await run(sizes, 'buffered'));
    return results.every(Boolean);
  };
  const testResult = buildResult.then((isBuilt) => isBuilt && run(tests));
  const results = await Promise.all([testResult, runChecks()]);
  return results.every(Boolean);
}

/**
 * Runs a step. Returns true if it succeeded. With `buffered`, the output is printed when the step has ended.
 */
function run({ title, command, args }, output = 'immediate') {
  const heading = `\n── ${title}`;
  if (output === 'immediate') console.log(heading);
  const child = spawn(command, args, {
    cwd: root,
    stdio: output === 'immediate' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PGW_TEST_REPORT: elementReport },
  });
  const texts = [];
  child.stdout?.on('data', (text) => texts.push(text));
  child.stderr?.on('data', (text) => texts.push(text));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(false);
    });
    child.on('close', (status) => {
      if (output === 'buffered') process.stdout.write(`${heading}\n${Buffer.concat(texts).toString()}`);
      resolve(status === 0);
    });
  });
}

function readVitestResults() {
  const report = readReport(vitestReport);
  if (report === undefined) return [];
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
  const failedTests = report.numFailedTests + countBrokenFiles(report);
  return [{ passed: report.numPassedTests, failed: failedTests, skipped: listSkipped(report), files }];
}

/** The tests that did not run: skipped ones, and those of a file whose setup failed. */
function listSkipped({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ title, ancestorTitles, meta }) => ({
        file: relative(root, name),
        suite: ancestorTitles.join(' > '),
        title,
        reason: meta.skipReason,
      })),
  );
}

/** Counts the files that failed before their first test. */
function countBrokenFiles({ testResults }) {
  return testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  ).length;
}

function readElementResults() {
  const report = readReport(elementReport);
  return report === undefined ? [] : [report];
}

/**
 * Reads the report of a test runner. Returns undefined if the runner stopped without a report. It has printed
 * the reason.
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Prints the skipped tests by their reason. Long suites are printed with their number of tests. */
function printSkipped(skippedTests) {
  for (const [reason, ofReason] of Map.groupBy(skippedTests, (each) => each.reason)) {
    console.log(`\nSkipped, ${reason === undefined ? 'without a reason' : `because: ${reason}`}`);
    for (const ofSuite of Map.groupBy(ofReason, ({ file, suite }) => `${file} ${suite}`).values()) {
      const [{ file, suite }] = ofSuite;
      const titles = ofSuite.length > 30 ? [`${ofSuite.length} tests`] : ofSuite.map(({ title }) => title);
      console.log(`  ${[file, suite].filter((text) => text !== '').join(' > ')}: ${titles.join('; ')}`);
    }
  }
}

function printSlowest(files) {
  console.log('\nThe slowest files:');
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

function printBudgets(all) {
  const files = all.flatMap((result) => result.files);
  for (const [group, budget] of Object.entries(budgets)) {
    const seconds = sum(files.filter(({ file }) => findGroup(file) === group).map((each) => each.seconds));
    if (seconds <= budget) continue;
    console.log(
      `Note: the files of "${group}" took ${Math.round(seconds)} s together. Their budget is ${budget} s.`,
    );
  }
}

function findGroup(file) {
  if (file.startsWith('e2e/')) return 'e2e';
  if (file.startsWith('scripts/')) return 'published';
  const isElement = /^packages\/checkout\/test\/(?!(?:card|api)\/)/.test(file);
  return isElement ? 'element' : 'node';
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
