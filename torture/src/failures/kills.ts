import { setTimeout as wait } from 'node:timers/promises';
import {
  waitForProgress,
  runWithFailures,
  type FailureRunOptions,
  type FailureRunReport,
} from './failure-run.ts';

export interface KillOptions extends Omit<FailureRunOptions, 'disturb'> {
  readonly kills: number;
}

/** Sends callbacks, and kills processes of the shop at times that are spread over the run. */
export async function runWithKills(
  options: KillOptions,
): Promise<FailureRunReport & { readonly killed: number }> {
  const { kills, callbacks, processes } = options;
  let killed = 0;
  const report = await runWithFailures({
    ...options,
    disturb: async ({ fleet, random, progress }) => {
      for (let k = 1; k <= kills; k += 1) {
        await waitForProgress(progress, Math.floor((k * callbacks) / (kills + 1)));
        await wait(random.below(25));
        await fleet.killAndReplace(random.below(processes));
        killed += 1;
      }
    },
  });
  return { ...report, killed };
}
