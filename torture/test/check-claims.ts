import { describe, expect, test } from 'vitest';
import type { Claim, RunOptions } from '../src/claim.ts';

/** So many go side by side: much of a run is waiting for processes to start. */
const atOnce = 3;

/** A test of the short form of each claim: `npm run torture -- <name>` runs the long one. */
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
            say: () => undefined,
          };
          const { failures } = await run(options);
          expect(failures).toEqual([]);
          // What a run reads can be given; `orders` and `race` read more on other stores.
          expect(flags).toEqual(expect.arrayContaining([...read]));
        });
      }
    });
  }
}
