import { describe, expect, test } from 'vitest';
import { isNightly } from '../../scripts/nightly.ts';
import type { TortureCommand, RunOptions } from '../src/torture-command.ts';

/** The number of commands that run at the same time. A short run mostly waits for processes to start. */
const concurrency = 3;

/** Defines a test for the short form of each command. Other runs than the nightly one have a quarter of its largest sizes. `npm run torture -- <name>` runs the long form. */
export function checkCommands(commands: Readonly<Record<string, TortureCommand>>): void {
  const all = Object.entries(commands);
  for (let from = 0; from < all.length; from += concurrency) {
    const group = all.slice(from, from + concurrency);
    describe(group.map(([name]) => name).join(', '), () => {
      for (const [name, { sentence, run, flags }] of group) {
        test.concurrent(`${name}: ${sentence}`, { timeout: 900_000 }, async () => {
          const readFlags = new Set<string>();
          const options: RunOptions = {
            seed: 7,
            isShort: true,
            size: (flag, { short }) => {
              readFlags.add(flag);
              return isNightly ? short : Math.max(Math.ceil(short / 4), Math.min(short, 100));
            },
            choice: (flag, [first = '']) => {
              readFlags.add(flag);
              return first;
            },
            log: () => undefined,
          };
          const { failures } = await run(options);
          expect(failures).toEqual([]);
          // Every size and choice that a run reads is a flag. Some flags are read only with other stores.
          expect(flags).toEqual(expect.arrayContaining([...readFlags]));
        });
      }
    });
  }
}
