import { PgwError, type PgwErrorCode } from '@pgw/protocol';
import { CommanderError } from 'commander';
import { FailedCall, FailedCheck } from './failures.ts';

/** The exit codes of the command. They are stable, so scripts may branch on them. */
export const exitCode = {
  ok: 0,
  /** The gateway refused the request, or a check of `verify` or `doctor` failed. */
  refused: 1,
  /** The command line, the configuration or the input is invalid. Nothing was sent. */
  usage: 2,
  /** Nothing was processed: no connection, no response to an operation that only reads, or HTTP 429. */
  unreachable: 3,
  /**
   * An operation that moves money may have been processed. Query the outcome before you send the request
   * again.
   */
  outcomeUnknown: 4,
  /** The gateway did not accept the signature or the credentials. */
  unauthorized: 5,
  /** The response of the gateway is invalid. */
  invalidResponse: 6,
  /** The command has a defect. */
  defect: 70,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

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
  // The parser also throws for help and version, with exit code 0. Other errors of the parser mean an invalid
  // command line.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  return exitCode.defect;
}
