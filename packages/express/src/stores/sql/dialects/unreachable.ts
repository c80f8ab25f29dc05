import { PgwError } from '@pgw/protocol';

/**
 * Node's codes of failed connections, and PostgreSQL's SQLSTATE for a server that starts, stops or has no
 * free connection.
 */
const codes = [
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

/** True when the database could not be reached. Checks the causes of the error. */
export function isUnreachable(error: unknown): boolean {
  return connectionFailure(error) !== undefined;
}

/** The error for a database that cannot be reached. */
export function unreachableError(cause: unknown): PgwError {
  const { code, message: text } = connectionFailure(cause) ?? { code: 'unknown', message: '' };
  const message = `The database of the payment store cannot be reached: ${text || code}. Check that it runs, and the address that your pool connects to.`;
  return new PgwError('store-unavailable', message, { cause, retryable: true });
}

interface ConnectionFailure {
  readonly code: string;
  /** Empty when several addresses were tried. */
  readonly message: string;
}

function connectionFailure(error: unknown, wrappings = 5): ConnectionFailure | undefined {
  if (!(error instanceof Error) || wrappings < 0) return undefined;
  if ('code' in error && typeof error.code === 'string' && codes.includes(error.code))
    return { code: error.code, message: error.message };
  return connectionFailure(error.cause, wrappings - 1);
}
