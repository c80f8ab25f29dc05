import { GatewayFaultError, PgwError, type Endpoints, type PgwErrorCode } from '@pgw/protocol';
import type { CallOptions, GatewayResponse, GatewayRequest } from './call.ts';

/** It was done, and this is the answer. */
export interface Done<Result> {
  readonly kind: 'done';
  readonly response: Result;
}

/** The gateway refused it: nothing was processed, and the same call will be refused again. See `error`. */
export interface Rejected {
  readonly kind: 'rejected';
  readonly error: PgwError;
}

/** Nothing was processed: it did not reach the gateway, or was refused there for being one too many. It may be sent again when `error.retryable`. */
export interface NotSent {
  readonly kind: 'not-sent';
  readonly error: PgwError;
}

/** It may have been processed. Never send it again blindly: query first. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly error: PgwError;
}

/** All that can be known of a call that moves money. Switch on `kind`. */
export type Outcome<Result> = Done<Result> | Rejected | NotSent | Unknown;

/** The calls that move money or create something: all of the endpoint table that does not only read. */
export const attemptNames = [
  'requestPayment',
  'initialSession',
  'payout',
  'processPayment',
  'refundPayment',
] as const satisfies readonly (keyof Endpoints)[];

export type AttemptName = (typeof attemptNames)[number];

/** The calls that move money, as calls that never throw. */
export type GatewayAttempts = {
  readonly [Name in AttemptName]: (
    input: GatewayRequest<Endpoints[Name]>,
    options?: CallOptions,
  ) => Promise<Outcome<GatewayResponse<Endpoints[Name]>>>;
};

/** Turns the end of a call that moves money into what is known of it. Never rejects. */
export async function outcomeOf<Result>(call: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { kind: 'done', response: await call() };
  } catch (thrown) {
    const error = thrown instanceof PgwError ? thrown : defect(thrown);
    return { kind: kindOf(error), error };
  }
}

/** By its code, for a call that had its token. A refusal whose outcome is not known is told apart below. */
const kinds: Readonly<Record<PgwErrorCode, 'rejected' | 'not-sent' | 'unknown'>> = {
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
};

function kindOf(error: PgwError): 'rejected' | 'not-sent' | 'unknown' {
  // A call that could not get a token carries the login's own failure: it was never sent.
  if (error.cause instanceof PgwError) return 'not-sent';
  // 2124: the provider timed out over the refund, and may have made it.
  if (error instanceof GatewayFaultError && !error.fault.isOutcomeKnown) return 'unknown';
  return kinds[error.code];
}

/** A failure that is not a PgwError: it is unknown whether the call was processed. */
function defect(cause: unknown): PgwError {
  const message = 'The call failed in a way that was not foreseen; it may have been processed. Query first.';
  return new PgwError('outcome-unknown', message, { cause });
}
