// Every check and every test of the workspace, in the order in which they fail fastest. Closes with "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'pgw-tests-'));
const nodeReport = join(reports, 'node.json');
const browserReport = join(reports, 'browser.json');
const counts = { passed: 0, failed: 0 };

const steps = [
  ['Build', 'pnpm', ['run', 'build']],
  ['Checks', 'pnpm', ['run', 'check']],
  [
    'Node and end-to-end tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', '--outputFile.json=' + nodeReport],
  ],
  ['Element tests in Chromium', 'pnpm', ['--filter', '@pgw/checkout', 'run', 'test:browser']],
];

let isGreen = true;
for (const [title, command, args] of steps) {
  console.log('\n── ' + title);
  const env = { ...process.env, PGW_TEST_REPORT: browserReport };
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
  if (status === 0) continue;
  isGreen = false;
  // Without a build nothing after it says anything.
  if (title === 'Build') break;
}

count(nodeReport, ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests]);
count(browserReport, ({ passed, failed }) => [passed, failed]);
rmSync(reports, { recursive: true, force: true });
// A check that failed counts as one, so that the last line never looks better than the run was.
if (!isGreen && counts.failed === 0) counts.failed = 1;
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = isGreen ? 0 : 1;

function count(file, read) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The runner stopped before it wrote its report, and has said why.
    isGreen = false;
    return;
  }
  const [passed, failed] = read(report);
  counts.passed += passed;
  counts.failed += failed;
}
