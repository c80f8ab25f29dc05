import { setTimeout as wait } from 'node:timers/promises';

/** SQLSTATEs of a serialization failure and a deadlock. The transaction has written nothing. */
const conflictCodes: readonly unknown[] = ['40001', '40P01'];

const firstPauseMs = 5;
const maxPauseMs = 800;

/**
 * Runs a transaction, and repeats it after a conflict with another transaction, for at most `maxMs` (default: 10
 * seconds). Of many transactions that write the same row, only one is successful at a time, so a limit of the
 * attempts would refuse some of them. The pauses become longer and are random, so that transactions do not
 * conflict again. Isolation levels above READ COMMITTED, which some databases use by default, cause many
 * conflicts. READ COMMITTED causes only deadlocks.
 */
export async function repeatAfterConflict<T>(
  transaction: () => Promise<T>,
  { maxMs = 10_000 }: { readonly maxMs?: number | undefined } = {},
): Promise<T> {
  const endsAt = performance.now() + maxMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await transaction();
    } catch (error) {
      if (!isConflict(error) || performance.now() >= endsAt) throw error;
    }
    await wait(Math.random() * pauseMs);
  }
}

/** The SQLSTATEs of a server that stops, has crashed or starts. */
const lostConnectionStates = ['57P01', '57P02', '57P03'];
/** The SQLSTATEs and Node's codes of a connection that has ended. */
const lostConnectionCodes: readonly unknown[] = [
  ...lostConnectionStates,
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'ETIMEDOUT',
];
/** The SQLSTATE class "connection exception". */
const connectionExceptionPattern = /^08...$/;
const lostConnectionPattern =
  /connection terminated|connection error|not queryable|server closed the connection/i;

/**
 * True when a transaction failed because its connection ended. It is then unknown whether the transaction was
 * committed. The causes of the error are checked too.
 */
export function isConnectionLost(error: unknown, maxDepth = 5): boolean {
  if (!(error instanceof Error) || maxDepth < 0) return false;
  const code = 'code' in error ? error.code : undefined;
  const isLost =
    lostConnectionCodes.includes(code) || (typeof code === 'string' && connectionExceptionPattern.test(code));
  return isLost || lostConnectionPattern.test(error.message) || isConnectionLost(error.cause, maxDepth - 1);
}

/**
 * True when a transaction failed because of a conflict and must be repeated. The causes of the error are
 * checked too.
 */
export function isConflict(error: unknown, maxDepth = 5): boolean {
  if (!(error instanceof Error) || maxDepth < 0) return false;
  return ('code' in error && conflictCodes.includes(error.code)) || isConflict(error.cause, maxDepth - 1);
}
