import { networkInterfaces } from 'node:os';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped. scripts/test-all.mjs prints it. */
    skipReason?: string;
  }
}

/**
 * The options of a test or a suite that is skipped if there is a reason, for example that a program is
 * missing. `npm test` prints the reason, and fails if a test is skipped without one.
 */
export function skipBecause(reason: string | undefined): { skip: boolean; meta: { skipReason?: string } } {
  return reason === undefined ? { skip: false, meta: {} } : { skip: true, meta: { skipReason: reason } };
}

const addresses = Object.values(networkInterfaces()).flat();
const isOffline = addresses.every((address) => address?.internal);

/** The reasons why a test of file modes and signals, and one that installs packages, cannot run on this machine. */
export const onWindows =
  process.platform === 'win32' ? 'Windows has no file modes and signals of POSIX.' : undefined;
export const withoutNetwork = isOffline ? 'npm needs a network to install packages.' : undefined;
