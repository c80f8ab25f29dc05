import { GatewayFaultError, InvalidResponseError, InvalidRequestError, PgwError } from '@pgw/protocol';
import { toPrintable, toPrintableJson } from '@pgw/protocol/internal';
import { FailedCall, FailedCheck } from './failures.ts';
import type { Terminal } from './terminal.ts';

interface ReportOptions {
  readonly stderr: Terminal['stderr'];
  readonly format: 'text' | 'json';
}

/** Prints the error of a command to stderr, as text or as a JSON object. */
export function reportFailure(failure: unknown, { stderr, format }: ReportOptions): void {
  // The command has already printed the result of the check.
  if (failure instanceof FailedCheck) return;
  const error = failure instanceof FailedCall ? failure.error : failure;
  if (!(error instanceof PgwError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : 'unknown';
    const lines = text.split('\n').map(toPrintable).join('\n');
    stderr.write(`pgw failed with an unexpected error: ${lines}\n`);
    return;
  }
  const outcome = failure instanceof FailedCall ? failure.kind : undefined;
  stderr.write(
    format === 'json' ? `${toPrintableJson({ error: toJson(error, outcome) }, 2)}\n` : formatAsText(error),
  );
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
