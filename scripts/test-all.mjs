// Runs every check and every test of the workspace. Prints the slowest files, the time, and "N passed, N failed" at the end.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The maximum sum of seconds for the files of a group. A longer time is printed at the end and is not a failure. */
const budgets = { node: 300, published: 200, e2e: 330, element: 240 };

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'pgw-tests-'));
const vitestReport = join(reports, 'vitest.json');
const elementReport = join(reports, 'element.json');
const startedAt = performance.now();

// Checks and tests read the types of the packages.
const compile = { title: 'Compile', command: 'tsc', args: ['-b'] };
const build = { title: 'Build the element', command: 'pnpm', args: ['run', '--silent', 'build:element'] };
const tests = {
  title: 'Node and end-to-end tests',
  command: 'vitest',
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
};
// Run one after the other, at the same time as the build and the tests. Their output is printed when they have ended.
const checks = { title: 'Checks of the sources', command: 'pnpm', args: ['run', 'check:sources'] };
const elementTests = {
  title: 'Element tests in Chromium',
  command: 'pnpm',
  args: ['--filter', '@pgw/checkout', 'run', 'test:browser'],
};
const sizes = { title: 'Sizes of the built files', command: 'pnpm', args: ['run', 'check:size'] };

const isGreen = (await run(compile)) && (await runAll());
const results = [...vitestResults(), ...elementResults()];
rmSync(reports, { recursive: true, force: true });
printSlowest(results.flatMap(({ files }) => files));
printBudgets(results);
const passed = sum(results.map((result) => result.passed));
const failed = sum(results.map((result) => result.failed));
console.log(`\n${Math.round((performance.now() - startedAt) / 1000)} s in all`);
// A check may fail, or a runner may stop without a report, so the last line shows at least 1 failed.
const isComplete = isGreen && failed === 0 && results.length === 2;
console.log(`\n${passed} passed, ${isComplete ? 0 : Math.max(failed, 1)} failed`);
process.exitCode = isComplete ? 0 : 1;

/** Two sequences of steps, which use two cores. The tests of the element need no build. */
async function runAll() {
  const built = run(build);
  const beside = async () => {
    const ended = [await run(checks, 'held'), await run(elementTests, 'held')];
    if (await built) ended.push(await run(sizes, 'held'));
    return ended.every((isFine) => isFine);
  };
  const tested = built.then((isBuilt) => isBuilt && run(tests));
  const ended = await Promise.all([tested, beside()]);
  return ended.every((isFine) => isFine);
}

/** Runs a step; true if it succeeded. With `held`, the output is printed when the step has ended. */
function run({ title, command, args }, output = 'shown') {
  const heading = `\n── ${title}`;
  if (output === 'shown') console.log(heading);
  const child = spawn(command, args, {
    cwd: root,
    stdio: output === 'shown' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
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
      if (output === 'held') process.stdout.write(`${heading}\n${Buffer.concat(texts).toString()}`);
      resolve(status === 0);
    });
  });
}

function vitestResults() {
  const report = read(vitestReport);
  if (report === undefined) return [];
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
  return [{ passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles(report), files }];
}

/** Files that failed before their first test. */
function brokenFiles({ testResults }) {
  return testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  ).length;
}

function elementResults() {
  const report = read(elementReport);
  return report === undefined ? [] : [report];
}

/** The report of a runner; undefined if it stopped before and has printed the reason. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function printSlowest(files) {
  console.log('\nThe slowest files:');
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

function printBudgets(all) {
  const files = all.flatMap((result) => result.files);
  for (const [part, budget] of Object.entries(budgets)) {
    const seconds = sum(files.filter(({ file }) => partOf(file) === part).map((each) => each.seconds));
    if (seconds <= budget) continue;
    console.log(
      `Note: the files of "${part}" took ${Math.round(seconds)} s together; their budget is ${budget} s.`,
    );
  }
}

function partOf(file) {
  if (file.startsWith('e2e/')) return 'e2e';
  if (file.startsWith('scripts/')) return 'published';
  const isElement = /^packages\/checkout\/test\/(?!card\/)/.test(file);
  return isElement ? 'element' : 'node';
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
