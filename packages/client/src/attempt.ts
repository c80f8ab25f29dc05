import { GatewayFaultError, PgwError, type Endpoints, type PgwErrorCode } from '@pgw/protocol';
import type { CallOptions, GatewayResponse, GatewayRequest } from './call.ts';

/** The gateway processed the request. */
export interface DoneOutcome<Result> {
  /** `done`: branch on it to read `response`. */
  readonly kind: 'done';
  /** The response of the gateway. */
  readonly response: Result;
}

/**
 * The gateway refused the request. Nothing was processed. The gateway would refuse the same request again.
 */
export interface RejectedOutcome {
  /** `rejected`: correct the request before you send it again. */
  readonly kind: 'rejected';
  /** The reason. */
  readonly error: PgwError;
}

/** The request did not reach the gateway, or the gateway refused it with HTTP 429. Nothing was processed. */
export interface NotSentOutcome {
  /** `not-sent`: nothing was processed. */
  readonly kind: 'not-sent';
  /** The reason. The request may be sent again when `error.retryable` is true. */
  readonly error: PgwError;
}

/** The gateway may have processed the request. Query the payment before you send the request again. */
export interface UnknownOutcome {
  /** `unknown`: query the outcome. */
  readonly kind: 'unknown';
  /** The reason. */
  readonly error: PgwError;
}

/** The outcome of an operation that moves money. Branch on `kind`. */
export type Outcome<Result> = DoneOutcome<Result> | RejectedOutcome | NotSentOutcome | UnknownOutcome;

/** The operations that move money or create something. */
export const attemptNames = [
  'requestPayment',
  'initialSession',
  'payout',
  'processPayment',
  'refundPayment',
] as const satisfies readonly (keyof Endpoints)[];

/** The name of an operation that moves money or creates something. */
export type AttemptName = (typeof attemptNames)[number];

/** The operations that move money or create something, as methods that never throw. */
export type GatewayAttempts = {
  readonly [Name in AttemptName]: (
    input: GatewayRequest<Endpoints[Name]>,
    options?: CallOptions,
  ) => Promise<Outcome<GatewayResponse<Endpoints[Name]>>>;
};

/** Converts the result or the error of an operation to an {@link Outcome}. The promise never rejects. */
export async function toOutcome<Result>(call: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { kind: 'done', response: await call() };
  } catch (thrown) {
    const error = thrown instanceof PgwError ? thrown : createUnexpectedError(thrown);
    return { kind: toOutcomeKind(error), error };
  }
}

/** `toOutcomeKind` checks two exceptions before it uses this table. */
const kindsByCode: Readonly<Record<PgwErrorCode, 'rejected' | 'not-sent' | 'unknown'>> = {
  'invalid-request': 'not-sent',
  'invalid-configuration': 'not-sent',
  'gateway-unreachable': 'not-sent',
  'gateway-busy': 'not-sent',
  'signature-rejected': 'rejected',
  unauthorized: 'rejected',
  'gateway-fault': 'rejected',
  'outcome-unknown': 'unknown',
  'invalid-response': 'unknown',
  'store-unavailable': 'unknown',
  'wrong-account': 'not-sent',
  'account-unavailable': 'not-sent',
};

function toOutcomeKind(error: PgwError): 'rejected' | 'not-sent' | 'unknown' {
  // A PgwError as the cause is the error of the login. The client did not send this request.
  if (error.cause instanceof PgwError) return 'not-sent';
  // With code 2124, the provider timed out and may have made the refund.
  if (error instanceof GatewayFaultError && !error.fault.isOutcomeKnown) return 'unknown';
  return kindsByCode[error.code];
}

function createUnexpectedError(cause: unknown): PgwError {
  const message =
    'The request failed with an unexpected error and may have been processed. Query the payment before you try again.';
  return new PgwError('outcome-unknown', message, { cause });
}
