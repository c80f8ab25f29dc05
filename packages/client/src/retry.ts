import { setTimeout as sleep } from 'node:timers/promises';
import { PgwError } from '@pgw/protocol';
import type { GatewayCircuit } from './circuit-breaker.ts';
import type { Deadline } from './deadline.ts';

export interface RetryOptions {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  /** The deadline of the operation. A delay never exceeds it. */
  readonly deadline: Deadline;
  readonly random: () => number;
  /** Nothing is retried while the circuit is open. */
  readonly circuit: Pick<GatewayCircuit, 'state'>;
}

const initialDelayMs = 200;
const maxDelayMs = 5_000;

/**
 * Retries an operation that only reads. The attempts end with a result, with a permanent error, with the last
 * attempt, or when the next delay would exceed the deadline.
 *
 * A delay is random from 0 up to a limit. The limit doubles from 200 ms to 5 s. This "full jitter" spreads
 * the retries of many clients. A delay is never shorter than the gateway's `Retry-After`.
 */
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

function computeDelayMs(attempt: number, retryAfterMs: number | undefined, random: () => number): number {
  const limitMs = Math.min(maxDelayMs, initialDelayMs * 2 ** (attempt - 1));
  return Math.max(random() * limitMs, retryAfterMs ?? 0);
}
