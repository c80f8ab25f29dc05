/** Measurements of speed: their short form shows only that the measurement runs. */
const onlyNightly = new Set(['load', 'cost']);

/** Whether `npm test` checks the short form of the claim. `npm run test:nightly` checks all claims. */
export function isOfEachRun(claim: string): boolean {
  return !onlyNightly.has(claim);
}
