import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { Gateway } from '../gateway.ts';
import { deleteAllRows } from '../database/database.ts';
import type { SandboxClock } from '../clock.ts';

/** Methods between two tests. */
export interface ResetControls {
  /**
   * Deletes everything that happened: payments, refunds, payouts, callbacks, tokens and activities. Returns to the
   * scenarios of the start, and undoes `advanceClock`. The wallets have their opening balances again. Running callbacks are
   * aborted: after the promise has resolved, none of them arrives in a shop of this process. The URL is the same.
   */
  readonly reset: () => Promise<void>;
  /**
   * Resolves when every callback that is due has had an attempt, with a response or without. Does not wait for
   * callbacks that are sent late or repeated later.
   */
  readonly waitForCallbacks: () => Promise<void>;
}

/** The parts of a sandbox that a reset changes, in addition to those of the gateway. */
interface ResetParts {
  readonly database: DatabaseSync;
  readonly clock: SandboxClock;
  readonly deadlineTimer: { schedule(): void };
}

export function createResetControls(
  { settings, ledger, callbacks, scenarios, activity }: Omit<Gateway, 'reset'>,
  { database, clock, deadlineTimer }: ResetParts,
): ResetControls {
  return {
    reset: async () => {
      await callbacks.stop();
      await waitForReceivers();
      clock.reset();
      scenarios.reset();
      deleteAllRows(database);
      for (const tenant of settings.tenants) ledger.wallets.createWallets(tenant.id);
      activity.clear();
      callbacks.start();
      deadlineTimer.schedule();
    },
    waitForCallbacks: () => callbacks.waitUntilIdle(),
  };
}

/** A turn of the event loop accepts a connection, the next reads the request, the third runs what it started. */
async function waitForReceivers(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}
