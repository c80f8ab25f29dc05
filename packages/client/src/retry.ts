import { setTimeout as sleep } from 'node:timers/promises';
import { PgwError } from '@pgw/protocol';
import type { GatewayCircuit } from './circuit-breaker.ts';
import type { Deadline } from './deadline.ts';

export interface RetryOptions {
  /** How often to ask at most, the first time included. */
  readonly attempts: number;
  /** The waits end with it: a wait that would reach beyond it is not begun. */
  readonly deadline: Deadline;
  readonly random: () => number;
  /** While it is open, nothing is sent again. */
  readonly circuit: Pick<GatewayCircuit, 'state'>;
}

const firstWaitMs = 200;
const longestWaitMs = 5_000;

/**
 * Asks until an answer comes, a failure is final, the attempts are used up, or the deadline leaves no time to wait.
 * Waits are random from 0 up to a bound that doubles from 200 ms to 5 s ("full jitter": many clients that failed
 * together do not come back together), and never shorter than the gateway's `Retry-After`. For reads alone.
 */
export async function retryRead<Result>(options: RetryOptions, read: () => Promise<Result>): Promise<Result> {
  const { attempts, deadline, circuit } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      const isLast = attempt >= attempts || circuit.state === 'open';
      if (isLast || !(error instanceof PgwError) || !error.retryable) throw error;
      const waitMs = waitOf(attempt, error.retryAfterMs, options.random);
      if (waitMs >= deadline.remainingMs()) throw error;
      // A caller that stops the call meanwhile hears of the failure that was waited out.
      await sleep(waitMs, undefined, { signal: deadline.signal }).catch(() => {
        throw error;
      });
    }
  }
}

function waitOf(attempt: number, retryAfterMs: number | undefined, random: () => number): number {
  const bound = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1));
  return Math.max(random() * bound, retryAfterMs ?? 0);
}
