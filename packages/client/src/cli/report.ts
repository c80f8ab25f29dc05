import { GatewayFaultError, InvalidResponseError, InvalidRequestError, PgwError } from '@pgw/protocol';
import { CallFailure, Finding } from './failures.ts';
import { printable, type Terminal } from './terminal.ts';

/** Tells on the standard error what a command failed with: for people, or as one JSON object. */
export function reportFailure(failure: unknown, { stderr }: Terminal, json: boolean): void {
  // What a check found is the command's result, and printed as such.
  if (failure instanceof Finding) return;
  const error = failure instanceof CallFailure ? failure.error : failure;
  if (!(error instanceof PgwError)) {
    stderr.write(
      `pgw failed by itself: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}\n`,
    );
    return;
  }
  const outcome = failure instanceof CallFailure ? failure.kind : undefined;
  stderr.write(json ? `${JSON.stringify({ error: asJson(error, outcome) }, null, 2)}\n` : asText(error));
}

function asText(error: PgwError): string {
  const advice = error instanceof GatewayFaultError ? `\nNext: ${error.fault.advice}` : '';
  const wait =
    error.retryAfterMs === undefined ? '' : `\nThe gateway asks to wait ${error.retryAfterMs / 1000} s.`;
  return `pgw: ${printable(error.message)}${advice}${wait}\n`;
}

function asJson(error: PgwError, outcome: CallFailure['kind'] | undefined): object {
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
