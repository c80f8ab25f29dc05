import type { TortureCommand, Report, RunOptions } from '../torture-command.ts';
import { applySabotage, readEditedFiles } from './apply.ts';
import { copyRepository, repository } from './copy.ts';
import type { Sabotage } from './sabotage.ts';
import { sabotages } from './sabotages.ts';
import { runTests } from './run-tests.ts';

export const sabotage: TortureCommand = {
  sentence: 'Tests fail for every bug that is planted in a copy of the sources.',
  flags: ['only'],
  run: async (options) => (options.isShort ? checkEdits() : plantBugs(options)),
};

/** The short form: checks that every edit can be applied to the sources. */
function checkEdits(): Report {
  const failures = Object.entries(sabotages).flatMap(([name, bug]) => {
    const failure = findReasonNotApplied(bug);
    return failure === undefined ? [] : [`${name}: ${failure}`];
  });
  return {
    figures: { 'planted bugs that can be applied': Object.keys(sabotages).length - failures.length },
    failures,
  };
}

function findReasonNotApplied(bug: Sabotage): string | undefined {
  try {
    readEditedFiles(repository, bug);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function plantBugs({ choice, log }: RunOptions): Report {
  const chosen = choice('only', ['all', ...Object.keys(sabotages)]);
  const bugs = Object.entries(sabotages).filter(([name]) => chosen === 'all' || chosen === name);
  const figures: Record<string, string> = {};
  const failures: string[] = [];
  const copy = copyRepository();
  try {
    for (const [name, bug] of bugs) {
      const failure = findReasonNotApplied(bug) ?? findReasonNotCaught(copy.root, bug);
      const result = describeResult(bug, failure);
      figures[name] = result;
      log(`${name} (${bug.what}): ${result}`);
      if (failure !== undefined) failures.push(`${name}: ${failure}`);
    }
  } finally {
    copy.remove();
  }
  return { figures, failures };
}

function describeResult({ caughtBy }: Sabotage, failure: string | undefined): string {
  if (failure !== undefined) return 'NOT CAUGHT';
  return caughtBy.nightly === undefined ? 'caught' : `caught only by the nightly run: ${caughtBy.nightly}`;
}

/**
 * Returns undefined when the tests pass without the bug and fail with it. Otherwise returns the reason.
 */
function findReasonNotCaught(root: string, bug: Sabotage): string | undefined {
  const catcher = bug.caughtBy;
  const clean = runTests(root, catcher);
  if (clean.passed === 0 || clean.failed > 0)
    return `its tests do not pass without the bug (${clean.passed} passed, ${clean.failed} failed). ${clean.output}`;
  const undo = applySabotage(root, bug);
  try {
    const { passed, failed, output } = runTests(root, catcher);
    if (failed > 0) return undefined;
    return passed > 0
      ? `its tests pass with the bug: ${catcher.file} ${catcher.title ?? ''}`
      : `its tests could not run with the bug. ${output}`;
  } finally {
    undo();
  }
}
