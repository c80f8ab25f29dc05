import { setTimeout as wait } from 'node:timers/promises';

/** SQLSTATEs of a transaction that met another one, or waited for it in a circle. Nothing of it was written. */
const conflicts: readonly unknown[] = ['40001', '40P01'];

/** How long is waited before each further try, at most; two seconds in all. Drawn, so that those who met do not meet again. */
const pausesMs = [5, 10, 20, 40, 80, 160, 320, 640, 800];

/**
 * Repeats a transaction that the database refused because of another one. Stricter isolation than READ COMMITTED, which some engines
 * have by default, refuses many; READ COMMITTED only those that wait in a circle.
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

/** SQLSTATEs of a connection that the server ended, and codes and texts by which the driver reports that it has ended. */
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

/** Whether a transaction failed because its connection ended, so that it is not known whether it was committed. Errors may be wrapped. */
export function isConnectionLost(error: unknown, wrappings = 5): boolean {
  if (!(error instanceof Error) || wrappings < 0) return false;
  const code = 'code' in error ? error.code : undefined;
  const isLost = lostCodes.includes(code) || (typeof code === 'string' && /^08...$/.test(code));
  return isLost || lostText.test(error.message) || isConnectionLost(error.cause, wrappings - 1);
}

/** Whether a transaction failed because of another one, so that it must be repeated as a whole. Errors may be wrapped, a few times. */
export function isConflict(error: unknown, wrappings = 5): boolean {
  if (!(error instanceof Error) || wrappings < 0) return false;
  return ('code' in error && conflicts.includes(error.code)) || isConflict(error.cause, wrappings - 1);
}
