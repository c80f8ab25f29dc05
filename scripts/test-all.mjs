// Every check and every test of the workspace. Closes with the slowest files, the time, and "N passed, N failed".
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Seconds that the files of a part may take together. More is noted at the end and fails nothing. */
const budgets = { node: 300, published: 200, e2e: 330, element: 240 };

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'pgw-tests-'));
const vitestReport = join(reports, 'vitest.json');
const elementReport = join(reports, 'element.json');
const startedAt = performance.now();

// Types of the packages; checks and tests read them.
const compile = { title: 'Compile', command: 'tsc', args: ['-b'] };
const build = { title: 'Build the element', command: 'pnpm', args: ['run', '--silent', 'build:element'] };
const tests = {
  title: 'Node and end-to-end tests',
  command: 'vitest',
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
};
// Beside the build and the tests, one after the other: their output is printed when each has ended.
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
// A check that failed, or a runner that stopped before it wrote its report, counts as one: the last line never looks better
// than the run was.
const isComplete = isGreen && failed === 0 && results.length === 2;
console.log(`\n${passed} passed, ${isComplete ? 0 : Math.max(failed, 1)} failed`);
process.exitCode = isComplete ? 0 : 1;

/** Two chains, so that both cores have work all the time. The tests of the element need no build. */
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

/** Runs a step to its end; true when it succeeded. Output that is `held` is printed whole, so that two steps do not mix. */
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

/** Files that failed before one of their tests ran. */
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

/** What a runner wrote; undefined when it stopped before, and has said why. */
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
