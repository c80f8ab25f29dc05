import { createTraced, parseTraceparent, type RunTraced, type TraceMessage } from '@pgw/protocol/internal';
import type { CheckoutEventListener } from './event.ts';
import type { HookName } from '../model/hook.ts';
import type { OperationKind, OperationState } from '../model/operations/operation.ts';
import type { PaymentState } from '../model/payments/payment-state.ts';
import type { NoteSource } from '../model/payments/timeline.ts';

/**
 * The message of the tracing channel `pgw:start`: a shopper starts a payment. Set `traceparent` when the channel publishes `start`,
 * or in the function that `bindStore` calls: it is stored with the payment.
 */
export interface StartTrace extends TraceMessage {
  /** The shop's id of the order. */
  readonly orderId: string;
  /** The gateway's id of the channel; null in hosted mode. */
  readonly channelId: number | null;
  /** The reference of the started payment; null until it is known, and after a refusal. */
  reference: string | null;
}

/** The message of the tracing channel `pgw:callback`: a callback is verified and stored. */
export interface CallbackTrace extends TraceMessage {
  /** The reference of the payment; null until it was read, and for a callback that was refused. */
  reference: string | null;
}

/** The message of the tracing channel `pgw:sync`: a payment is compared with the gateway's record. */
export interface SyncTrace extends TraceMessage {
  /** The reference of the payment. */
  readonly reference: string;
  /** What has caused the comparison. */
  readonly source: NoteSource;
  /** The state of the payment: before the comparison, and at its end the new one. */
  state: PaymentState;
}

/** The message of the tracing channel `pgw:hook`: a hook of the shop runs, such as `onPaid`. */
export interface HookTrace extends TraceMessage {
  /** The name of the hook. */
  readonly hook: HookName;
  /** The reference of the payment. */
  readonly reference: string;
  /** The number of attempts, including this one. */
  readonly attempts: number;
}

/** The message of the tracing channel `pgw:operation`: a refund, a capture or a payout is requested. */
export interface OperationTrace extends TraceMessage {
  /** What the operation does with money. */
  readonly kind: OperationKind;
  /** The idempotency key of the operation. */
  readonly operationId: string;
  /** The reference of the payment. A payout has a reference of its own. */
  readonly reference: string;
  /** The state of the operation; null until it is known. */
  state: OperationState | null;
}

export const traceStart: RunTraced<StartTrace> = createTraced('pgw:start');
export const traceCallback: RunTraced<CallbackTrace> = createTraced('pgw:callback');
export const traceSync: RunTraced<SyncTrace> = createTraced('pgw:sync');
export const traceHook: RunTraced<HookTrace> = createTraced('pgw:hook');
export const traceOperation: RunTraced<OperationTrace> = createTraced('pgw:operation');

/** Returns a function that reads the `traceparent` of a request with the shop's option. No failure of it stops a payment. */
export function createTraceparentReader(
  read: ((request: never) => string | undefined | null) | undefined,
  emit: CheckoutEventListener,
): (request: unknown) => string | null {
  let isReported = false;
  const report = (problem: string, error?: unknown): null => {
    const message = `The option traceparent ${problem}. The payment is started without it. Correct the option. Further failures are not reported.`;
    if (!isReported) emit({ level: 'warn', event: 'traceparent-ignored', message, error });
    isReported = true;
    return null;
  };
  return (request) => {
    try {
      // The option receives the request of the framework, which only the adapter knows.
      const value: unknown = read?.(request as never) ?? null;
      return value === null ? null : (parseTraceparent(value) ?? report('returned no valid W3C traceparent'));
    } catch (error) {
      return report('has thrown an error', error);
    }
  };
}
