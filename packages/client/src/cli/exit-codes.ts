import { PgwError, type PgwErrorCode } from '@pgw/protocol';
import { CommanderError } from 'commander';
import { CallFailure, Finding } from './failures.ts';

/** What the shell is told. Stable: scripts may switch on them. */
export const exitCode = {
  ok: 0,
  /** The gateway refused the call, or a check of `verify` or `doctor` did not hold. */
  refused: 1,
  /** The command line, the configuration or the input breaks a rule; nothing was sent. */
  usage: 2,
  /** Nothing was processed: no connection, no answer to a call that only reads, or HTTP 429. */
  unreachable: 3,
  /** A call that moves money may have been processed. Query before sending it again. */
  outcomeUnknown: 4,
  /** The gateway did not accept the signature or the credentials. */
  notAdmitted: 5,
  /** The gateway answered something that is no answer of the interface. */
  invalidResponse: 6,
  /** A defect of this command. */
  defect: 70,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

const byError: Readonly<Record<PgwErrorCode, ExitCode>> = {
  'invalid-request': exitCode.usage,
  'invalid-configuration': exitCode.usage,
  'signature-rejected': exitCode.notAdmitted,
  unauthorized: exitCode.notAdmitted,
  'gateway-fault': exitCode.refused,
  'gateway-unreachable': exitCode.unreachable,
  'gateway-busy': exitCode.unreachable,
  'outcome-unknown': exitCode.outcomeUnknown,
  'invalid-response': exitCode.invalidResponse,
  'store-unavailable': exitCode.defect,
};

/** The exit code of whatever a command ended with. */
export function exitCodeOf(failure: unknown): ExitCode {
  if (failure instanceof Finding) return failure.exitCode;
  if (failure instanceof CallFailure && failure.kind === 'unknown') return exitCode.outcomeUnknown;
  const error = failure instanceof CallFailure ? failure.error : failure;
  if (error instanceof PgwError) return byError[error.code];
  // Help and version end with 0; anything else of the parser is a wrong command line.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  return exitCode.defect;
}
