import { describe, expect, test } from 'vitest';
import type { Claim } from '../src/claim.ts';

/** So many go side by side: much of a run is waiting for processes to start. */
const atOnce = 3;

/** A test of the short form of each claim: `npm run torture -- <name>` runs the long one. */
export function checkClaims(claims: Readonly<Record<string, Claim>>): void {
  const all = Object.entries(claims);
  for (let from = 0; from < all.length; from += atOnce) {
    const together = all.slice(from, from + atOnce);
    describe(together.map(([name]) => name).join(', '), () => {
      for (const [name, { sentence, run }] of together) {
        test.concurrent(`${name}: ${sentence}`, { timeout: 240_000 }, async () => {
          const report = await run({
            seed: 7,
            isShort: true,
            size: (_size, { short }) => short,
            choice: (_choice, [first = '']) => first,
            say: () => undefined,
          });
          expect(report.failures).toEqual([]);
        });
      }
    });
  }
}
