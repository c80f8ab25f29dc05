import { getErrorMessage } from '../error-message.ts';
import { getHookFacts } from '../events/facts.ts';
import type { Engine } from '../payments/engine.ts';
import type { HookOfPayment } from './hook.ts';

// The events of `onPaid` and of the other hooks have the same facts and different names.

/** Emits the event of a hook that is still running after `limits.fulfilSlowMs`. */
export function emitSlow({ limits, emit }: Engine, call: HookOfPayment): void {
  const { fulfilSlowMs, fulfilTimeoutMs: timeoutMs } = limits;
  const { name } = call.hook;
  const message =
    `${name} has been running for ${fulfilSlowMs} ms. After ${timeoutMs} ms it is rolled back and counted as a failure. ` +
    'Look for a call without a time limit.';
  const fields = { level: 'warn', message, ...getHookFacts(call, fulfilSlowMs), timeoutMs } as const;
  emit(name === 'onPaid' ? { event: 'fulfilment-slow', ...fields } : { event: 'hook-slow', ...fields });
}

/** Emits the event of a successful call. */
export function emitSuccess({ emit }: Engine, call: HookOfPayment, durationMs: number | null): void {
  const { name } = call.hook;
  const message = `${name} has succeeded.`;
  const fields = { level: 'info', message, ...getHookFacts(call, durationMs) } as const;
  emit(
    name === 'onPaid' ? { event: 'payment-fulfilled', ...fields } : { event: 'hook-succeeded', ...fields },
  );
}

/** A failure of a hook. */
export interface FailedAttempt {
  readonly error: unknown;
  /** The time since the start of the call, in milliseconds; null if it did not start. */
  readonly durationMs: number | null;
}

/** Emits the event of a call that has failed, and is dead if there is no next attempt. */
export function emitFailure(
  { emit }: Engine,
  call: HookOfPayment,
  {
    text,
    nextAttemptAt,
    error,
    durationMs,
  }: FailedAttempt & { readonly text: string; readonly nextAttemptAt: number | null },
): void {
  const isPaidHook = call.hook.name === 'onPaid';
  const message = error === undefined ? text : `${text} The error: ${getErrorMessage(error)}`;
  const fields = { level: 'error', message, ...getHookFacts(call, durationMs), error } as const;
  if (nextAttemptAt === null)
    emit(isPaidHook ? { event: 'fulfilment-dead', ...fields } : { event: 'hook-dead', ...fields });
  else if (isPaidHook) emit({ event: 'fulfilment-failed', ...fields, nextAttemptAt });
  else emit({ event: 'hook-failed', ...fields, nextAttemptAt });
}
