import type { SpawnSyncReturns } from 'node:child_process';

/** Returns why a program that `spawnSync` ran has failed: the error of its start, its output, or its exit code. */
export declare function describeFailure(
  result: Pick<SpawnSyncReturns<string | Buffer>, 'error' | 'signal' | 'status' | 'stdout' | 'stderr'>,
): string;
