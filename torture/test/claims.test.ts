import { describe, expect, test } from 'vitest';
import { claims } from '../src/claims.ts';

/** So many go side by side: much of a run is waiting for processes to start. */
const atOnce = 3;
const all = Object.entries(claims);

// The short form of every claim: `npm run torture -- <name>` runs the long one.
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
