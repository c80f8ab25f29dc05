import { setTimeout as wait } from 'node:timers/promises';
import { reached, storm, type StormOptions, type StormReport } from './storm.ts';

export interface KillingOptions extends Omit<StormOptions, 'disturb'> {
  readonly kills: number;
}

/** Runs a storm of callbacks, and kills processes of the shop at times that are spread over it. */
export async function stormWithKills(
  options: KillingOptions,
): Promise<StormReport & { readonly killed: number }> {
  const { kills, callbacks, processes } = options;
  let killed = 0;
  const report = await storm({
    ...options,
    disturb: async ({ fleet, random, progress }) => {
      for (let k = 1; k <= kills; k += 1) {
        await reached(progress, Math.floor((k * callbacks) / (kills + 1)));
        await wait(random.below(25));
        await fleet.killAndReplace(random.below(processes));
        killed += 1;
      }
    },
  });
  return { ...report, killed };
}
