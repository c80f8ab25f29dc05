import type { Claim, Report, RunOptions } from './claim.ts';
import { applySabotage, filesOf } from './sabotage/apply.ts';
import { copyRepository, repository } from './sabotage/copy.ts';
import { sabotages, type Catcher, type Sabotage } from './sabotage/sabotages.ts';
import { runTests } from './sabotage/tests.ts';

export const sabotage: Claim = {
  sentence:
    'Tests fail for every bug that is planted in a copy of the sources, except for those listed as not tested.',
  flags: ['only'],
  run: async (options) => (options.isShort ? checkEdits() : plantBugs(options)),
};

/** The short form: checks that every edit can be applied to the sources. */
function checkEdits(): Report {
  const failures = Object.entries(sabotages).flatMap(([name, planned]) => {
    const failure = applyFailure(planned);
    return failure === undefined ? [] : [`${name}: ${failure}`];
  });
  return {
    counted: { 'planted bugs that apply': Object.keys(sabotages).length - failures.length },
    failures,
  };
}

function applyFailure(planned: Sabotage): string | undefined {
  try {
    filesOf(repository, planned);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function plantBugs({ choice, log }: RunOptions): Report {
  const chosen = choice('only', ['all', ...Object.keys(sabotages)]);
  const all = Object.entries(sabotages).filter(([name]) => chosen === 'all' || chosen === name);
  const counted: Record<string, string> = {};
  const failures: string[] = [];
  const copy = copyRepository();
  try {
    for (const [name, planned] of all) {
      const { what, caughtBy } = planned;
      const failure =
        applyFailure(planned) ??
        ('nothing' in caughtBy ? undefined : catchFailure(copy.root, planned, caughtBy));
      counted[name] =
        'nothing' in caughtBy
          ? `not tested: ${caughtBy.why}`
          : failure === undefined
            ? 'caught'
            : 'NOT CAUGHT';
      log(`${name} (${what}): ${counted[name]}`);
      if (failure !== undefined) failures.push(`${name}: ${failure}`);
    }
  } finally {
    copy.remove();
  }
  return { counted, failures };
}

/** Returns undefined when the tests pass without the bug and fail with it, and otherwise the reason. */
function catchFailure(root: string, planned: Sabotage, catcher: Catcher): string | undefined {
  const clean = runTests(root, catcher);
  if (clean.passed === 0 || clean.failed > 0)
    return `its tests do not pass without the bug (${clean.passed} passed, ${clean.failed} failed). ${clean.output}`;
  const undo = applySabotage(root, planned);
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
