import {
  GatewayFaultError,
  InvalidRequestError,
  InvalidResponseError,
  PgwError,
  type PgwErrorCode,
} from '@pgw/protocol';
import { toPrintable, toPrintableJson } from '@pgw/protocol/internal';
import type { NotSentOutcome, RejectedOutcome, UnknownOutcome } from '@pgw/client';
import { exitCode, type ExitCode } from './exit-codes.ts';

/** The error of a failed operation that moves money, with its outcome. */
export class FailedCall extends Error {
  override readonly name = 'FailedCall';
  readonly kind: 'rejected' | 'not-sent' | 'unknown';
  readonly error: PgwError;

  constructor({ kind, error }: RejectedOutcome | NotSentOutcome | UnknownOutcome) {
    super(error.message);
    this.kind = kind;
    this.error = error;
  }
}

/** The error of a failed check. The command has already printed the result. */
export class FailedCheck extends Error {
  override readonly name = 'FailedCheck';
  /** The exit code of the command. exit-codes.ts has the meaning of each number. */
  readonly exitCode: 1 | 2 | 3 | 5 | 6;

  constructor(code: FailedCheck['exitCode']) {
    super('A check failed.');
    this.exitCode = code;
  }
}

/** Creates the error of an invalid command line, configuration or input. */
export function createUsageError(message: string): PgwError {
  return new PgwError('invalid-configuration', message);
}

const exitCodesByError: Readonly<Record<PgwErrorCode, ExitCode>> = {
  'invalid-request': exitCode.usage,
  'invalid-configuration': exitCode.usage,
  'signature-rejected': exitCode.unauthorized,
  unauthorized: exitCode.unauthorized,
  'gateway-fault': exitCode.refused,
  'gateway-unreachable': exitCode.unreachable,
  'gateway-busy': exitCode.unreachable,
  'outcome-unknown': exitCode.outcomeUnknown,
  'invalid-response': exitCode.invalidResponse,
  'store-unavailable': exitCode.defect,
  'wrong-account': exitCode.defect,
  'account-unavailable': exitCode.defect,
};

export function toExitCode(failure: unknown): ExitCode {
  if (failure instanceof FailedCheck) return failure.exitCode;
  if (failure instanceof FailedCall && failure.kind === 'unknown') return exitCode.outcomeUnknown;
  const error = failure instanceof FailedCall ? failure.error : failure;
  if (error instanceof PgwError) return exitCodesByError[error.code];
  return exitCode.defect;
}

/** Formats the error of a command for stderr, as text or as a JSON object. */
export function formatFailure(failure: unknown, format: 'text' | 'json'): string {
  // The command has already printed the result of the check.
  if (failure instanceof FailedCheck) return '';
  const error = failure instanceof FailedCall ? failure.error : failure;
  if (!(error instanceof PgwError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : 'unknown';
    return `pgw failed with an unexpected error: ${text.split('\n').map(toPrintable).join('\n')}\n`;
  }
  const outcome = failure instanceof FailedCall ? failure.kind : undefined;
  return format === 'json'
    ? `${toPrintableJson({ error: toJson(error, outcome) }, 2)}\n`
    : formatAsText(error);
}

function formatAsText(error: PgwError): string {
  const advice = error instanceof GatewayFaultError ? `\nNext: ${error.fault.advice}` : '';
  const wait =
    error.retryAfterMs === undefined
      ? ''
      : `\nWait ${error.retryAfterMs / 1000} s before the next request (Retry-After of the gateway).`;
  return `pgw: ${toPrintable(error.message)}${advice}${wait}\n`;
}

function toJson(error: PgwError, outcome: FailedCall['kind'] | undefined): object {
  const { code, message, retryable, retryAfterMs, ids } = error;
  return {
    code,
    message,
    outcome,
    retryable,
    retryAfterMs,
    ids,
    ...(error instanceof GatewayFaultError && { fault: error.fault }),
    ...(error instanceof InvalidRequestError && { violations: error.violations }),
    ...(error instanceof InvalidResponseError && {
      httpStatus: error.httpStatus,
      violations: error.violations,
    }),
  };
}
