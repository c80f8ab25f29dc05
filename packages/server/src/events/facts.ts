import type { HookName, HookOfPayment } from '../model/hook.ts';
import type {
  Operation,
  OperationKind,
  OperationOrigin,
  OperationState,
} from '../model/operations/operation.ts';
import type { PaymentState } from '../model/payments/payment-state.ts';
import type { Payment } from '../model/payments/payment.ts';

/** What an event says about a payment. Amounts are integers of minor units. */
export interface PaymentFacts {
  /** The reference of the payment. */
  readonly reference: string;
  /** The shop's id of the order. */
  readonly orderId: string;
  /** The gateway's number of the transaction; null until the gateway has responded. */
  readonly transactionNumber: string | null;
  /** The state of the payment when the event was emitted. */
  readonly state: PaymentState;
  /** The status in the gateway's latest record; null while the gateway has returned no record. */
  readonly gatewayStatus: number | null;
  /** The price of the order, without the channel's fee. */
  readonly amount: number;
  /** 3-letter ISO 4217 code in upper case. */
  readonly currencyCode: string;
  /** The W3C `traceparent` of the request that has started the payment; null if it has none. */
  readonly traceparent: string | null;
}

/** What an event says about a payment whose state has changed. */
export interface TransitionFacts extends PaymentFacts {
  /** The state of the payment before the change. */
  readonly previousState: PaymentState;
  /** The time since the payment was stored, in milliseconds. */
  readonly durationMs: number;
}

/** What an event says about a refund, a capture or a payout. Amounts are integers of minor units. */
export interface OperationFacts {
  /** The idempotency key of the operation. */
  readonly operationId: string;
  /** What the operation does with money. */
  readonly kind: OperationKind;
  /** Who requested the operation. */
  readonly origin: OperationOrigin;
  /** The reference of the payment. A payout has a reference of its own. */
  readonly reference: string;
  /** The gateway's number of the operation; null until the gateway has reported it. */
  readonly transactionNumber: string | null;
  /** The state of the operation when the event was emitted. */
  readonly state: OperationState;
  /** The status in the gateway's latest record; null while the gateway has returned no record. */
  readonly gatewayStatus: number | null;
  /** The amount that was requested. */
  readonly requestedAmount: number;
  /** The amount that the gateway has reported; the requested amount until then. */
  readonly amount: number;
  /** 3-letter ISO 4217 code in upper case. */
  readonly currencyCode: string;
}

/** What an event says about a call of a hook, and its payment. */
export interface HookFacts extends PaymentFacts {
  /** The name of the hook. */
  readonly hook: HookName;
  /** The id of the refund that the call is about; null for a call about a payment. */
  readonly operationId: string | null;
  /** The number of attempts, including this one. */
  readonly attempts: number;
  /**
   * The time from the start of the call until its transaction ended, in milliseconds. Null if the call did not start,
   * or its process ended first.
   */
  readonly durationMs: number | null;
}

/** What an event says about a transaction of the gateway that has no payment in the store. */
export interface TransactionFacts {
  /** The reference of the transaction. */
  readonly reference: string;
  /** The gateway's number of the transaction. */
  readonly transactionNumber: string;
  /** The status of the transaction. */
  readonly gatewayStatus: number;
  /** The amount as the gateway has sent it. It is not always an integer. */
  readonly receivedAmount: number;
  /** The currency as the gateway has sent it. */
  readonly currencyCode: string;
}

export function getPaymentFacts(payment: Payment): PaymentFacts {
  const { reference, orderId, transactionNumber, state, gatewayStatus, amount, currencyCode } = payment;
  const { traceparent } = payment;
  return { reference, orderId, transactionNumber, state, gatewayStatus, amount, currencyCode, traceparent };
}

export function getTransitionFacts(
  before: Pick<Payment, 'state'>,
  after: Payment,
  now: number,
): TransitionFacts {
  return {
    ...getPaymentFacts(after),
    previousState: before.state,
    durationMs: Math.max(0, now - after.createdAt),
  };
}

export function getOperationFacts(operation: Operation): OperationFacts {
  const { id, kind, origin, reference, transactionNumber, state, gatewayStatus, currencyCode } = operation;
  const { requestedAmount, amount } = operation;
  const facts = { operationId: id, kind, origin, reference, transactionNumber, state, gatewayStatus };
  return { ...facts, requestedAmount, amount, currencyCode };
}

export function getHookFacts({ hook, payment }: HookOfPayment, durationMs: number | null): HookFacts {
  const { name, operationId, attempts } = hook;
  return { ...getPaymentFacts(payment), hook: name, operationId, attempts, durationMs };
}
