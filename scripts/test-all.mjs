// Runs every check and every test of the workspace. At the end, prints the CPU time of each group, the files that
// need most of it, the skipped tests with their reasons, the time, and "N passed, N failed, N skipped".
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'pgw-tests-'));
const vitestReport = join(reports, 'vitest.json');
const elementReport = join(reports, 'element.json');
const cpuReport = join(reports, 'cpu.jsonl');
/** The CPU seconds of each step, by its title. Only Linux reports them. */
const cpuSeconds = new Map();

const startedAt = performance.now();
// Checks and tests need the compiled types of the packages, and the built element.
const compile = { title: 'Compile', command: 'tsc', args: ['-b'] };
const build = { title: 'Build the element', command: 'pnpm', args: ['run', '--silent', 'build:element'] };
const tests = {
  title: 'Node and end-to-end tests',
  command: 'vitest',
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
};
// The following steps run one after the other, at the same time as the tests. The output of each is printed
// when it has ended.
const checks = { title: 'Checks of the sources', command: 'pnpm', args: ['run', 'check:sources'] };
// Rules that need types take longer for the tests than for the sources.
const lintOfTests = {
  title: 'Lint of the tests with types',
  command: 'pnpm',
  args: ['run', 'check:lint:tests'],
};
const elementTests = {
  title: 'Element tests in Chromium',
  command: 'pnpm',
  args: ['--filter', '@pgw/checkout', 'run', 'test:browser'],
};
const sizes = { title: 'Sizes of the built files', command: 'pnpm', args: ['run', 'check:size'] };

const isBuilt = (await Promise.all([run(compile), run(build, 'buffered')])).every(Boolean);
const builtAt = performance.now();
const haveStepsPassed = isBuilt && (await runAll());
const testReports = [...readVitestResults(), ...readElementResults()];
const isCheapEnough = printCpuSeconds(readCpuReport());
printSlowest(testReports.flatMap(({ files }) => files));
rmSync(reports, { recursive: true, force: true });
const passed = sum(testReports.map((result) => result.passed));
const skipped = testReports.flatMap((result) => result.skipped);
const withoutReason = skipped.filter(({ reason }) => reason === undefined);
// A test that is skipped without a reason counts as failed.
const failed = sum(testReports.map((result) => result.failed)) + withoutReason.length;
printSkipped(skipped);
const toSeconds = (ms) => Math.round(ms / 1000);
console.log(`\n${toSeconds(builtAt - startedAt)} s for Compile and Build`);
console.log(`${toSeconds(performance.now() - builtAt)} s in total, without Compile and Build`);
// The last line shows at least 1 failed if a check has failed or a runner has stopped without a report.
const isSuccess = haveStepsPassed && isCheapEnough && failed === 0 && testReports.length === 2;
const withReason = skipped.length - withoutReason.length;
console.log(`\n${passed} passed, ${isSuccess ? 0 : Math.max(failed, 1)} failed, ${withReason} skipped`);
process.exitCode = isSuccess ? 0 : 1;

/** Runs two sequences of steps at the same time, for two cores. Returns true if all steps succeeded. */
async function runAll() {
  const runChecks = async () => {
    const results = [];
    const nightly = process.env.PGW_NIGHTLY === '1' ? [lintOfTests] : [];
    for (const step of [checks, ...nightly, elementTests, sizes]) results.push(await run(step, 'buffered'));
    return results.every(Boolean);
  };
  const results = await Promise.all([run(tests), runChecks()]);
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
    // The compiler and the linter, which are written in Go, collect garbage half as often.
    env: { ...process.env, PGW_TEST_REPORT: elementReport, PGW_CPU_REPORT: cpuReport, GOGC: '200' },
  });
  const texts = [];
  child.stdout?.on('data', (text) => texts.push(text));
  child.stderr?.on('data', (text) => texts.push(text));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(false);
    });
    // The system adds the time of a program to that of this process when the program exits.
    const secondsBefore = () => sum([...cpuSeconds.values()]);
    child.on('exit', () => cpuSeconds.set(title, readCpuOfEndedPrograms() - secondsBefore()));
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

/** Reads the report of a test runner, or undefined if it stopped without one. It has printed the reason. */
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

/** The CPU seconds of all programs that this process has started and that have ended, with their own programs. */
function readCpuOfEndedPrograms() {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticksPerSecond = 100;
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** Reads the CPU seconds of each test file, which scripts/set-up/cpu-time.ts has measured. */
function readCpuReport() {
  if (!existsSync(cpuReport)) return [];
  const lines = readFileSync(cpuReport, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/**
 * Prints the CPU seconds of each group of tests and of the other steps. Returns false if the steps after Compile and
 * Build took more than PGW_MAX_CPU_SECONDS, which only a nightly job sets, because the time depends on the machine.
 */
function printCpuSeconds(ofFiles) {
  const limit = Number(process.env.PGW_MAX_CPU_SECONDS ?? Infinity);
  if (process.platform !== 'linux') return limit === Infinity;
  const groups = Map.groupBy(ofFiles, ({ file }) => findGroup(relative(root, file)));
  const ofGroups = [...groups].map(([group, all]) => [
    `${group} tests`,
    sum(all.map((each) => each.seconds)),
  ]);
  const ofAllFiles = sum(ofGroups.map(([, each]) => each));
  // A browser that ends after its program adds no time to it, so the reports of the runners count too.
  const raise = (title, seconds) => cpuSeconds.set(title, Math.max(seconds, cpuSeconds.get(title) ?? 0));
  raise(elementTests.title, readReport(elementReport)?.cpuSeconds ?? 0);
  raise(tests.title, ofAllFiles);
  const { [tests.title]: ofVitest, ...ofSteps } = Object.fromEntries(cpuSeconds);
  const rest = ['Vitest itself, and the demos of all files', ofVitest - ofAllFiles];
  const rows = [...Object.entries(ofSteps), ...ofGroups, rest];
  console.log('\nCPU time:');
  for (const [title, seconds] of rows) console.log(`${seconds.toFixed(0).padStart(7)} s  ${title}`);
  const { [compile.title]: ofCompile = 0, [build.title]: ofBuild = 0 } = ofSteps;
  const total = sum([...cpuSeconds.values()]) - ofCompile - ofBuild;
  console.log(`${total.toFixed(0).padStart(7)} s  without ${compile.title} and ${build.title}`);
  if (total > limit) console.error(`This is more than PGW_MAX_CPU_SECONDS, which is ${limit}.`);
  return total <= limit;
}

function printSlowest(all) {
  console.log('\nThe slowest files:');
  const slowest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

function findGroup(file) {
  if (file.startsWith('e2e/')) return 'e2e';
  return file.startsWith('scripts/') ? 'published' : 'node';
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
