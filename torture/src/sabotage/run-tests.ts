import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { describeFailure } from '../../../scripts/program-failure.mjs';
import type { Catcher } from './sabotage.ts';

/** The result of a test run. */
export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  /** The last lines of the output. They explain a run without any result. */
  readonly output: string;
}

const resultsSchema = z.looseObject({ numPassedTests: z.number(), numFailedTests: z.number() });

/** Runs the tests of a catcher in a copy of the repository. */
export function runTests(root: string, { file, title }: Catcher): TestRun {
  const resultsFile = join(root, 'sabotage-results.json');
  rmSync(resultsFile, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const only = title === undefined ? [] : ['-t', title];
  const args = ['run', '--project', 'node', file, ...only, '--reporter=json', `--outputFile=${resultsFile}`];
  const result = spawnSync(process.execPath, [vitest, ...args], {
    cwd: root,
    env: withoutTestRunner(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const output = describeFailure(result).split('\n').slice(-20).join('\n');
  try {
    const { numPassedTests, numFailedTests } = resultsSchema.parse(
      JSON.parse(readFileSync(resultsFile, 'utf8')),
    );
    return { passed: numPassedTests, failed: numFailedTests, output };
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
