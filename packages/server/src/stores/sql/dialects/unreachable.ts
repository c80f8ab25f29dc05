import { PgwError } from '@pgw/protocol';

/**
 * Node's codes of failed connections, and PostgreSQL's SQLSTATEs for a server that starts, stops or has no
 * free connection.
 */
const unreachableCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  '57P01',
  '57P03',
  '53300',
];

/** True when the database could not be reached. The causes of the error are checked too. */
export function isUnreachable(error: unknown): boolean {
  return findConnectionFailure(error) !== undefined;
}

/** Creates the error for a database that cannot be reached. */
export function createUnreachableError(cause: unknown): PgwError {
  const { code, message: text } = findConnectionFailure(cause) ?? { code: 'unknown', message: '' };
  const message = `The database of the payment store cannot be reached: ${text || code}. Check that it runs, and the address that your pool connects to.`;
  return new PgwError('store-unavailable', message, { cause, retryable: true });
}

interface ConnectionFailure {
  readonly code: string;
  /** Empty when several addresses were tried. */
  readonly message: string;
}

function findConnectionFailure(error: unknown, maxDepth = 5): ConnectionFailure | undefined {
  if (!(error instanceof Error) || maxDepth < 0) return undefined;
  if ('code' in error && typeof error.code === 'string' && unreachableCodes.includes(error.code))
    return { code: error.code, message: error.message };
  return findConnectionFailure(error.cause, maxDepth - 1);
}
