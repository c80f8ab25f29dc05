/** Claims that measure speed. Their short form shows only that the measurement runs. */
const onlyNightly = new Set(['load', 'cost']);

/** Returns true for claims whose short form `npm test` checks. `npm run test:nightly` checks all claims. */
export function isInEveryRun(claim: string): boolean {
  return !onlyNightly.has(claim);
}
