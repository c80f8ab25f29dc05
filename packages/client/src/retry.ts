import { setTimeout as sleep } from 'node:timers/promises';
import { PgwError } from '@pgw/protocol';
import type { GatewayCircuit } from './circuit-breaker.ts';
import type { Deadline } from './deadline.ts';

export interface RetryOptions {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  readonly deadline: Deadline;
  readonly random: () => number;
  /** Nothing is retried while the circuit is open. */
  readonly circuit: Pick<GatewayCircuit, 'state'>;
}

const initialDelayMs = 200;
const maxDelayMs = 5_000;

/** Retries an operation that only reads, until the next delay would exceed the deadline. */
export async function retryRead<Result>(options: RetryOptions, read: () => Promise<Result>): Promise<Result> {
  const { attempts, deadline, circuit } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      const isLastAttempt = attempt >= attempts || circuit.state === 'open';
      if (isLastAttempt || !(error instanceof PgwError) || !error.retryable) throw error;
      const delayMs = computeDelayMs(attempt, error.retryAfterMs, options.random);
      if (delayMs >= deadline.remainingMs()) throw error;
      // If the caller aborts during the delay, the last error is thrown.
      await sleep(delayMs, undefined, { signal: deadline.signal }).catch(() => {
        throw error;
      });
    }
  }
}

/** Full jitter: random delays spread the retries of many clients. */
function computeDelayMs(attempt: number, retryAfterMs: number | undefined, random: () => number): number {
  const limitMs = Math.min(maxDelayMs, initialDelayMs * 2 ** (attempt - 1));
  return Math.max(random() * limitMs, retryAfterMs ?? 0);
}
