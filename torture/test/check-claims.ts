import { describe, expect, test } from 'vitest';
import type { Claim, RunOptions } from '../src/claim.ts';

/** The number of claims that run at the same time: most of a short run is waiting for processes to start. */
const atOnce = 3;

/** Defines a test for the short form of each claim. `npm run torture -- <name>` runs the long form. */
export function checkClaims(claims: Readonly<Record<string, Claim>>): void {
  const all = Object.entries(claims);
  for (let from = 0; from < all.length; from += atOnce) {
    const together = all.slice(from, from + atOnce);
    describe(together.map(([name]) => name).join(', '), () => {
      for (const [name, { sentence, run, flags }] of together) {
        test.concurrent(`${name}: ${sentence}`, { timeout: 240_000 }, async () => {
          const read = new Set<string>();
          const options: RunOptions = {
            seed: 7,
            isShort: true,
            size: (size, { short }) => {
              read.add(size);
              return short;
            },
            choice: (choice, [first = '']) => {
              read.add(choice);
              return first;
            },
            log: () => undefined,
          };
          const { failures } = await run(options);
          expect(failures).toEqual([]);
          // Every size and choice that a run reads is a flag. Some flags are read only for other stores.
          expect(flags).toEqual(expect.arrayContaining([...read]));
        });
      }
    });
  }
}
