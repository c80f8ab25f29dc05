import { setTimeout as wait } from 'node:timers/promises';
import { waitForProgress, storm, type StormOptions, type StormReport } from './storm.ts';

export interface KillOptions extends Omit<StormOptions, 'disturb'> {
  readonly kills: number;
}

/** Runs a storm of callbacks. Kills processes of the shop at times that are spread over the storm. */
export async function stormWithKills(
  options: KillOptions,
): Promise<StormReport & { readonly killed: number }> {
  const { kills, callbacks, processes } = options;
  let killed = 0;
  const report = await storm({
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
