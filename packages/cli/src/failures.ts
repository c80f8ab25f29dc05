import { PgwError, type PgwErrorCode } from '@pgw/protocol';
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
};

/** Returns the exit code for the error of a command. */
export function toExitCode(failure: unknown): ExitCode {
  if (failure instanceof FailedCheck) return failure.exitCode;
  if (failure instanceof FailedCall && failure.kind === 'unknown') return exitCode.outcomeUnknown;
  const error = failure instanceof FailedCall ? failure.error : failure;
  if (error instanceof PgwError) return exitCodesByError[error.code];
  return exitCode.defect;
}
