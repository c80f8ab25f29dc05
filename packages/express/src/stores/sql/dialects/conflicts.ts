import { setTimeout as wait } from 'node:timers/promises';

/** SQLSTATEs of a serialization failure and a deadlock. The transaction has written nothing. */
const conflicts: readonly unknown[] = ['40001', '40P01'];

/**
 * The maximum pause before each retry, two seconds in all. Pauses are random, so that transactions do not
 * conflict again.
 */
const pausesMs = [5, 10, 20, 40, 80, 160, 320, 640, 800];

/**
 * Repeats a transaction after a conflict with another one. Isolation levels above READ COMMITTED, which some
 * databases use by default, cause many conflicts; READ COMMITTED causes deadlocks only.
 */
export async function repeated<T>(transaction: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    await wait(Math.random() * pauseMs);
  }
  return transaction();
}

/** SQLSTATEs, error codes and texts for a connection that has ended. */
const lostCodes: readonly unknown[] = [
  '57P01',
  '57P02',
  '57P03',
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'ETIMEDOUT',
];
const lostText = /connection terminated|connection error|not queryable|server closed the connection/i;

/**
 * True when a transaction failed because its connection ended: then it is unknown whether it was committed.
 * Checks the causes of the error.
 */
export function isConnectionLost(error: unknown, wrappings = 5): boolean {
  if (!(error instanceof Error) || wrappings < 0) return false;
  const code = 'code' in error ? error.code : undefined;
  const isLost = lostCodes.includes(code) || (typeof code === 'string' && /^08...$/.test(code));
  return isLost || lostText.test(error.message) || isConnectionLost(error.cause, wrappings - 1);
}

/**
 * True when a transaction failed because of a conflict and must be repeated. Checks the causes of the error.
 */
export function isConflict(error: unknown, wrappings = 5): boolean {
  if (!(error instanceof Error) || wrappings < 0) return false;
  return ('code' in error && conflicts.includes(error.code)) || isConflict(error.cause, wrappings - 1);
}
