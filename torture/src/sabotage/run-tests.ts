import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { z } from 'zod';
import { describeFailure } from '../../../scripts/program-failure.mjs';
import { findHeadlessShell } from '../../../scripts/programs/chromium.mjs';
import { repository } from './copy.ts';
import type { Catcher } from './sabotage.ts';

/** The result of a test run. */
export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  /** The last lines of the output. They explain a run without any result. */
  readonly output: string;
}

const checkout = join('packages', 'checkout');

/** The results of Vitest, and those of the reporter in packages/checkout/web-test-runner.config.mjs. */
const resultsSchema = z.union([
  z
    .object({ numPassedTests: z.number(), numFailedTests: z.number() })
    .transform(({ numPassedTests: passed, numFailedTests: failed }) => ({ passed, failed })),
  z.object({ passed: z.number(), failed: z.number() }),
]);

/** Runs the tests of a catcher in a copy of the repository. */
export function runTests(root: string, { file, title, nightly }: Catcher): TestRun {
  const resultsFile = join(root, 'sabotage-results.json');
  rmSync(resultsFile, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const only = title === undefined ? [] : ['-t', title];
  const vitestArgs = ['run', file, ...only, '--reporter=json', `--outputFile=${resultsFile}`];
  const isOfElement = /^packages\/checkout\/test\/(?!(?:card|api)\/)/.test(file);
  const webTestRunner = join(checkout, 'node_modules', '@web', 'test-runner', 'dist', 'bin.js');
  const args = isOfElement
    ? [join(root, webTestRunner), '--files', relative(checkout, file)]
    : [vitest, ...vitestArgs];
  const result = spawnSync(process.execPath, args, {
    cwd: isOfElement ? join(root, checkout) : root,
    env: {
      ...withoutTestRunner(),
      ...(nightly !== undefined && { PGW_NIGHTLY: '1' }),
      // The reporter of the element's tests writes this file.
      PGW_TEST_REPORT: resultsFile,
      // The build of the element runs programs of the dependencies by name.
      PATH: [join(repository, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
      // The copy has no browser of its own.
      PGW_CHROMIUM: process.env['PGW_CHROMIUM'] ?? findHeadlessShell(),
    },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const output = describeFailure(result).split('\n').slice(-20).join('\n');
  try {
    return { ...resultsSchema.parse(JSON.parse(readFileSync(resultsFile, 'utf8'))), output };
  } catch {
    // The run ended before its tests, so there is no results file.
    return { passed: 0, failed: 0, output };
  }
}

/**
 * Returns the environment without the variables of the outer test runner. The inner test runner would read
 * them.
 */
function withoutTestRunner(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST.*|NODE_ENV|TEST|MODE)$/.test(name),
  );
  return Object.fromEntries(entries);
}
