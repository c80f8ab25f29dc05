/**
 * Commands that measure speed, and `failover`, which starts three servers of PostgreSQL. The short form of the first
 * shows only that the measurement runs.
 */
const onlyNightly = new Set(['load', 'cost', 'failover']);

/** Returns true for commands whose short form `npm test` checks. `npm run test:nightly` checks all commands. */
export function isInEveryRun(command: string): boolean {
  return !onlyNightly.has(command);
}
