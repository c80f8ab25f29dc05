import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Catcher } from './sabotages.ts';

/** What a run of tests found. */
export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  /** The end of what was printed, for a run that no test took part in. */
  readonly output: string;
}

const report = z.looseObject({ numPassedTests: z.number(), numFailedTests: z.number() });

/** Runs the tests of a catcher in a copy of the repository. */
export function runTests(root: string, { file, title }: Catcher): TestRun {
  const results = join(root, 'sabotage-results.json');
  rmSync(results, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const only = title === undefined ? [] : ['-t', title];
  const args = ['run', '--project', 'node', file, ...only, '--reporter=json', `--outputFile=${results}`];
  const { stdout, stderr } = spawnSync(process.execPath, [vitest, ...args], {
    cwd: root,
    env: withoutTestRunner(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const output = `${stdout}${stderr}`.trim().split('\n').slice(-20).join('\n');
  try {
    const { numPassedTests, numFailedTests } = report.parse(JSON.parse(readFileSync(results, 'utf8')));
    return { passed: numPassedTests, failed: numFailedTests, output };
  } catch {
    // No results: the run ended before its tests.
    return { passed: 0, failed: 0, output };
  }
}

/** A test runner that is started by another one takes some of its variables for its own. */
function withoutTestRunner(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST.*|NODE_ENV|TEST|MODE)$/.test(name),
  );
  return Object.fromEntries(entries);
}
