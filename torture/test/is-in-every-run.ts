/**
 * Commands that start many processes or servers, and commands that measure speed. Tests of the server have one case of what
 * they repeat: killed processes, a stopped database or
 * gateway, callbacks in any order or at the same time, slow handlers, restored backups, sweeps by requests, sums.
 */
const onlyNightly = new Set([
  'race',
  'restore',
  'cut',
  'two-payments',
  'gateway-outage',
  'crash',
  'database',
  'embedded',
  'orders',
  'silence',
  'serverless',
  'deploy',
  'books',
  'failover',
  'hang',
  'power',
  'load',
  'batches',
  'merchants',
  'stories',
  'cost',
  'parallel-operations',
  'sabotage',
  'hostile-commands',
  'slow-requests',
  'visitors',
]);

/** Returns true for commands whose short form `npm test` checks. `npm run test:nightly` checks all commands. */
export function isInEveryRun(command: string): boolean {
  return !onlyNightly.has(command);
}
