/** Commands that measure speed. Their short form shows only that the measurement runs. */
const onlyNightly = new Set(['load', 'cost']);

/** Returns true for commands whose short form `npm test` checks. `npm run test:nightly` checks all commands. */
export function isInEveryRun(command: string): boolean {
  return !onlyNightly.has(command);
}
