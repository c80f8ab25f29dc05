import { setTimeout as wait } from 'node:timers/promises';
import { PgwError, type PgwErrorCode } from '@pgw/protocol';
import { endSentence, getErrorMessage } from '@pgw/protocol/internal';

/** How to recognize a kind of failure: SQLSTATEs and codes of Node, result codes of SQLite, or the message. */
interface Signs {
  readonly codes: readonly string[];
  /** In node:sqlite, the low byte of `errcode`. */
  readonly sqliteCodes?: readonly number[];
  readonly message?: RegExp;
}

const failures = {
  /** A serialization failure or a deadlock: nothing was written, and the transaction must be repeated. */
  conflict: { codes: ['40001', '40P01'] },
  /** The connection ended, possibly because the server stops, has crashed or starts. The transaction may be committed. */
  connectionLost: {
    codes: ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT', '08'],
    message: /connection terminated|connection error|not queryable|server closed the connection/i,
  },
  /** No connection: the server starts, stops or has no free connection. */
  unreachable: {
    codes: [
      'ECONNREFUSED',
      'ECONNRESET',
      'EHOSTUNREACH',
      'ENOTFOUND',
      'EAI_AGAIN',
      'ETIMEDOUT',
      '57P01',
      '57P03',
      '53300',
    ],
  },
  /** Damaged data, a damaged index, or a file that is not a database. */
  damaged: { codes: ['XX001', 'XX002'], sqliteCodes: [11, 26] },
  diskFull: { codes: ['53100'], sqliteCodes: [13] },
} as const satisfies Readonly<Record<string, Signs>>;

/** A kind of failure of a database. */
export type Failure = keyof typeof failures;

/** Returns the error, or the first of its causes, that is a failure of this kind. */
export function findFailure(error: unknown, failure: Failure, maxDepth = 5): Error | undefined {
  if (!(error instanceof Error) || maxDepth < 0) return undefined;
  const { codes, sqliteCodes, message }: Signs = failures[failure];
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  const isFailure =
    // SQLSTATEs that begin with 08 are connection exceptions.
    (typeof code === 'string' && (codes.includes(code) || (/^08...$/.test(code) && codes.includes('08')))) ||
    (typeof errcode === 'number' && sqliteCodes?.includes(errcode & 0xff) === true) ||
    message?.test(error.message) === true;
  return isFailure ? error : findFailure(error.cause, failure, maxDepth - 1);
}

/** Context of a failure: the code of the error for a damaged database, and the file of an embedded store. */
interface FailureContext {
  readonly damagedCode?: PgwErrorCode;
  readonly file?: string;
}

/** Creates the error of a full disk or a damaged database. Returns undefined for any other failure. */
export function toStorageError(
  cause: unknown,
  { damagedCode = 'store-unavailable', file }: FailureContext = {},
): PgwError | undefined {
  if (findFailure(cause, 'diskFull') !== undefined) {
    const message =
      'The payment store cannot write: the disk is full. Free space on the disk of the database. Work that is due is retried.';
    return new PgwError('store-unavailable', message, { cause, retryable: true });
  }
  if (findFailure(cause, 'damaged') === undefined) return undefined;
  const reason = getErrorMessage(findRootCause(cause));
  const message =
    `The payment store cannot be read: the database file is damaged (${file === undefined ? '' : `${file}: `}${reason}). ` +
    // The message of SQLite for the file of another program, which `openPrivateDatabase` has not changed.
    (file !== undefined && reason.startsWith('file is not a database')
      ? 'If it is the file of another program, set another path: it was not changed. Otherwise: '
      : '') +
    'Stop the shop, keep a copy of the damaged files, and restore a backup; https://pgw-js.github.io/pgw/restoring has the steps.';
  return new PgwError(damagedCode, message, { cause });
}

/** Creates the error for a database that cannot be reached. Returns undefined for any other failure. */
export function toUnreachableError(cause: unknown): PgwError | undefined {
  const failure = findFailure(cause, 'unreachable');
  if (failure === undefined) return undefined;
  // The message is empty when several addresses were tried.
  const reason = failure.message || ('code' in failure ? String(failure.code) : 'unknown');
  const message = `The database of the payment store cannot be reached: ${endSentence(reason)} Check that it runs, and the address that your pool connects to.`;
  return new PgwError('store-unavailable', message, { cause, retryable: true });
}

function findRootCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? findRootCause(error.cause) : error;
}

const firstPauseMs = 5;
const maxPauseMs = 800;

/**
 * Runs a transaction, and repeats it after a conflict, for at most `maxMs` (default: 10 seconds). Of many transactions that
 * write the same row, only one is successful at a time, so a limit of the attempts would refuse some of them. The pauses are
 * random, so that transactions do not conflict again.
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
      if (findFailure(error, 'conflict') === undefined || performance.now() >= endsAt) throw error;
    }
    await wait(Math.random() * pauseMs);
  }
}
