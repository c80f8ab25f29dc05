/**
 * Commands that measure speed, `failover`, which starts three servers of PostgreSQL, and `power`, which starts many. The short form of the first
 * shows only that the measurement runs.
 */
const onlyNightly = new Set(['load', 'cost', 'failover', 'power']);

/** Returns true for commands whose short form `npm test` checks. `npm run test:nightly` checks all commands. */
export function isInEveryRun(command: string): boolean {
  return !onlyNightly.has(command);
}
