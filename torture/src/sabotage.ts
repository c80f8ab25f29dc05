import type { Claim, Report, RunOptions } from './claim.ts';
import { applySabotage, filesOf } from './sabotage/apply.ts';
import { copyRepository, repository } from './sabotage/copy.ts';
import { sabotages, type Catcher, type Sabotage } from './sabotage/sabotages.ts';
import { runTests } from './sabotage/tests.ts';

export const sabotage: Claim = {
  sentence:
    'Tests fail for every bug that is planted on purpose in a copy of the sources, but for the ones listed as not tested.',
  flags: ['only'],
  run: async (options) => (options.isShort ? whetherTheyApply() : planted(options)),
};

/** The short form: every edit still fits the sources. */
function whetherTheyApply(): Report {
  const failures = Object.entries(sabotages).flatMap(([name, planned]) => {
    const failure = whyNotApplied(planned);
    return failure === undefined ? [] : [`${name}: ${failure}`];
  });
  return {
    counted: { 'planted bugs that apply': Object.keys(sabotages).length - failures.length },
    failures,
  };
}

function whyNotApplied(planned: Sabotage): string | undefined {
  try {
    filesOf(repository, planned);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function planted({ choice, say }: RunOptions): Report {
  const chosen = choice('only', ['all', ...Object.keys(sabotages)]);
  const all = Object.entries(sabotages).filter(([name]) => chosen === 'all' || chosen === name);
  const counted: Record<string, string> = {};
  const failures: string[] = [];
  const copy = copyRepository();
  try {
    for (const [name, planned] of all) {
      const { what, caughtBy } = planned;
      const failure =
        whyNotApplied(planned) ??
        ('nothing' in caughtBy ? undefined : whyNotCaught(copy.root, planned, caughtBy));
      counted[name] =
        'nothing' in caughtBy
          ? `not tested: ${caughtBy.why}`
          : failure === undefined
            ? 'caught'
            : 'NOT CAUGHT';
      say(`${name} (${what}): ${counted[name]}`);
      if (failure !== undefined) failures.push(`${name}: ${failure}`);
    }
  } finally {
    copy.remove();
  }
  return { counted, failures };
}

/** Undefined when the tests pass without the bug and fail with it. */
function whyNotCaught(root: string, planned: Sabotage, catcher: Catcher): string | undefined {
  const clean = runTests(root, catcher);
  if (clean.passed === 0 || clean.failed > 0)
    return `its tests do not pass without it (${clean.passed} passed, ${clean.failed} failed). ${clean.output}`;
  const takeBack = applySabotage(root, planned);
  try {
    const { passed, failed, output } = runTests(root, catcher);
    if (failed > 0) return undefined;
    return passed > 0
      ? `its tests pass with it: ${catcher.file} ${catcher.title ?? ''}`
      : `its tests could not run with it. ${output}`;
  } finally {
    takeBack();
  }
}
