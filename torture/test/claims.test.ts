import { expect, test } from 'vitest';
import { claims } from '../src/claims.ts';

// The short form of every claim: `npm run torture -- <name>` runs the long one.
for (const [name, { sentence, run }] of Object.entries(claims)) {
  test(`${name}: ${sentence}`, { timeout: 120_000 }, async () => {
    const report = await run({
      seed: 7,
      isShort: true,
      size: (_name, { short }) => short,
      choice: (_name, [first = '']) => first,
      say: () => undefined,
    });
    expect(report.failures).toEqual([]);
  });
}
