import type { PgwErrorCode, StorefrontProblemCode } from '@pgw/protocol';
import type { AuditFinding } from '../model/audit-finding.ts';
import type { DiscrepancyCode, PaymentDiscrepancyCode } from '../model/payments/discrepancy.ts';
import type { HookName } from '../model/hook.ts';
import type { RejectedCallback } from '../model/ports/store.ts';
import type { HookFacts, OperationFacts, PaymentFacts, TransactionFacts, TransitionFacts } from './facts.ts';

/** No action is needed. */
type Info<Facts = unknown> = { readonly level: 'info' } & Facts;
/** An operator should check it. */
type Warning<Facts = unknown> = { readonly level: 'warn' } & Facts;
/** An operator must act. */
type Failure<Facts = unknown> = { readonly level: 'error' } & Facts;

/** What was counted for a limit of cards. */
export type CardLimitKind = 'payment' | 'order' | 'visitor' | 'address' | 'card';

/** What was counted for a limit of requests. */
export type RequestLimitKind =
  | `${'start' | 'return' | 'unknown-return'}-${'network' | 'visitor'}`
  | `${'unknown' | 'new'}-order-network`;

/**
 * The level and the facts of each event, by its name. A name of a fact has one meaning in all events. Amounts are
 * integers of minor units, and times are milliseconds since the Unix epoch.
 */
export interface CheckoutEventFacts {
  /** The gateway has accepted a payment. `durationMs` is the time since the payment was stored. */
  'payment-started': Info<PaymentFacts & { readonly durationMs: number }>;
  /** A field of the order is not sent, because its value breaks a rule of the gateway. `maxLength` is the limit of a text. */
  'order-field-omitted': Warning<
    PaymentFacts & { readonly field: string; readonly maxLength: number | null }
  >;
  /** A start was refused, because the chosen channel requires a field that the order does not have. */
  'order-field-missing': Failure<{
    readonly orderId: string;
    readonly channelId: number;
    readonly field: string;
  }>;
  /** The state of a payment has changed, except to `review` and `reversed`. */
  'payment-updated': Info<TransitionFacts>;
  /** A payment is not fulfilled until an operator decides. `discrepancyCode` is the cause. */
  'payment-in-review': Failure<TransitionFacts & { readonly discrepancyCode: PaymentDiscrepancyCode | null }>;
  /** The gateway has taken back the money of a paid payment. */
  'payment-reversed': Failure<TransitionFacts>;
  /** An operator has stored a payment from the gateway's record. */
  'payment-adopted': Warning<PaymentFacts>;
  /** The amount of a paid payment is not the price of its order. Both properties are null if the order does not exist. */
  'price-differs': Failure<
    PaymentFacts & { readonly orderAmount: number | null; readonly orderCurrencyCode: string | null }
  >;
  /** A second payment of an order was paid. `payingReference` is the payment that was fulfilled, if it is known. */
  'order-paid-twice': Failure<PaymentFacts & { readonly payingReference: string | null }>;
  /** A second payment was not refunded automatically. `isFinal`: it is not tried again. */
  'second-payment-not-refunded': Failure<PaymentFacts & { readonly isFinal: boolean }>;
  /** `gatewayStatus` is not in the documentation of the gateway. */
  'unknown-status': Warning<PaymentFacts>;
  /** The gateway's redirection script contains an origin that is not in `redirectOrigins`. */
  'redirection-refused': Failure<PaymentFacts & { readonly unknownOrigin: string }>;
  /** The policy of the redirect page has blocked a part of the gateway's script. `blocked` is an origin, or a word such as `eval`. */
  'redirection-blocked': Warning<PaymentFacts & { readonly directive: string; readonly blocked: string }>;
  /** The gateway has refused a card with a fault. */
  'card-refused': Warning<PaymentFacts & { readonly faultCode: number; readonly faultName: string }>;
  /** The outcome of a payment could not be queried or stored. It is tried again. */
  'sync-failed': Warning<PaymentFacts>;
  /** A payment is not fulfilled. `payingReference` is a payment that was fulfilled for the same order, if there is one. */
  'fulfillment-withheld': Failure<PaymentFacts & { readonly payingReference: string | null }>;
  /** A hook has succeeded. With `onPaid`, the payment is fulfilled. */
  'hook-succeeded': Info<HookFacts>;
  /** A hook other than `onPaid` is not called any more, because the payment has changed. */
  'hook-withheld': Info<HookFacts>;
  /** A hook is still running after `durationMs`. After `timeoutMs` it fails. */
  'hook-slow': Warning<HookFacts & { readonly timeoutMs: number }>;
  /** A hook has failed, and is called again at `nextAttemptAt`. */
  'hook-failed': Failure<HookFacts & { readonly nextAttemptAt: number }>;
  /** A hook has failed, and is not called again until an operator requeues the payment or the hook. */
  'hook-dead': Failure<HookFacts>;
  /** `calls` calls of a hook could not be made for an hour, because no running process has it. The reference is that of the first one. */
  'hook-unavailable': Failure<{
    readonly hook: HookName;
    readonly calls: number;
    readonly reference: string;
  }>;
  /** An authorized payment, or a part of it, was captured. */
  'payment-captured': Info<OperationFacts>;
  /** A capture was refused, its response was lost, or its amount differs. */
  'capture-failed': Warning<OperationFacts>;
  /** A refund was refused, has failed or was reversed, its response was lost, or its amount cannot be stored. */
  'refund-failed': Warning<OperationFacts>;
  /** A refund was made at the gateway without this program. */
  'refund-imported': Warning<OperationFacts & { readonly orderId: string }>;
  /** A payout was refused, has failed or was reversed, its amount differs, or the gateway does not have it. */
  'payout-failed': Failure<OperationFacts>;
  /** A payout was made at the gateway without this program. */
  'payout-imported': Warning<OperationFacts>;
  /** The outcome of an operation could not be queried. It is queried again. */
  'operation-sync-failed': Warning<OperationFacts>;
  /** An operation has had no final outcome for `overdueDays`. `durationMs` is the time since it was stored. */
  'operation-overdue': Failure<
    OperationFacts & { readonly overdueDays: number; readonly durationMs: number }
  >;
  /**
   * The operations of a payment differ from the gateway's. `refundedAmount` is the sum of the refunds in the store, if
   * refunds differ. `payoutNumber` is the transaction number of a payout with the reference of the payment.
   */
  'discrepancy-found': Failure<
    PaymentFacts & {
      readonly discrepancyCode: DiscrepancyCode;
      readonly refundedAmount: number | null;
      readonly payoutNumber: string | null;
    }
  >;
  /**
   * A callback was refused. `reference` and `orderId` are those of the payment that it names. `suppressedCount` is the
   * number of such callbacks since the last event.
   */
  'callback-rejected': Warning<{
    readonly verdict: RejectedCallback['verdict'];
    readonly callbackUrl: string;
    readonly reference: string | null;
    readonly orderId: string | null;
    readonly suppressedCount: number;
  }>;
  /** The sweep has synced the last payments, and no callback has arrived for any of them. */
  'callbacks-missing': Warning<{ readonly callbackUrl: string; readonly paymentCount: number }>;
  /** A verified callback reports a transaction that has no payment in the store. */
  'callback-for-unknown-payment': Failure<TransactionFacts>;
  /** A shopper returned from a transaction that has no payment in the store. */
  'return-for-unknown-payment': Failure<TransactionFacts>;
  /** A shopper returned with an unknown reference, and the gateway could not be queried about it. */
  'return-not-checked': Warning<{ readonly reference: string; readonly transactionNumber: string }>;
  /** Too many cards have failed. `retryAfterMs` is the time until cards are accepted again. */
  'card-tries-exceeded': Warning<{ readonly limit: CardLimitKind; readonly retryAfterMs: number }>;
  /** There were too many starts, returns, guesses of orders or new orders. `retryAfterMs` is the time until they are accepted again. */
  'requests-limited': Warning<{ readonly limit: RequestLimitKind; readonly retryAfterMs: number }>;
  /** The option `traceparent` has failed, or has returned no valid `traceparent`, so the payment has none. Reported once. */
  'traceparent-ignored': Warning;
  /** A page was rendered without the list of channels. */
  'snippet-without-list': Warning<{ readonly orderId: string }>;
  /** The option `cards` is set, and none of the gateway's channels is known to accept cards. */
  'no-card-channel': Warning<{ readonly channelIds: readonly number[] }>;
  /** Card channels have a surcharge or a minimum amount in MYR, which are forbidden in Malaysia. */
  'card-terms-forbidden': Warning<{ readonly channelIds: readonly number[] }>;
  /** The option `instalments` has plans that the gateway does not have. `bankIds` are the plans that are not shown. */
  'plans-missing': Warning<{ readonly channelId: number; readonly bankIds: readonly string[] }>;
  /** The app or a library changes responses, queries or `Object.prototype`. */
  'app-changes-responses': Info<{ readonly changes: readonly string[] }>;
  /** The store is older than its history mark. The facts are the times of the newest write in both, if they are known. */
  'history-lost': Failure<{ readonly markedAt: number | null; readonly storedAt: number | null }>;
  /** The store has no history mark. */
  'history-unmarked': Warning;
  /** The history mark could not be read or written. */
  'history-mark-failed': Failure;
  /** `accounts.find` has thrown, has not responded, or has returned invalid options. The account gets no payments. */
  'account-unavailable': Failure;
  /** The store has due work of an account that no process sweeps. */
  'account-unswept': Failure<{ readonly merchantId: string | null; readonly gatewayOrigin: string | null }>;
  /** The gateway does not respond. */
  'gateway-down': Failure;
  /** The gateway responds again. `durationMs` is the time without a response. */
  'gateway-up': Info<{ readonly durationMs: number }>;
  /** An audit of `checked` fulfilled payments has found no contradiction. */
  'audit-passed': Info<{ readonly checked: number; readonly durationMs: number }>;
  /** An audit of `checked` fulfilled payments has found contradictions. */
  'audit-failed': Failure<{
    readonly checked: number;
    readonly durationMs: number;
    readonly findings: readonly AuditFinding[];
  }>;
  /** The store can lose what it has confirmed: by its settings, or because its file system is not kept. */
  'store-not-durable': Failure | Warning;
  /** The option `limits.recheckDays` is 0. */
  'rechecks-off': Warning;
  /** The store could not be opened, read or written. */
  'store-failed': Failure;
  /**
   * A route has responded with HTTP 5xx. `causeCode` is the code of the `PgwError` that caused it, and `endpoint` the
   * endpoint of the gateway. The ids are null if they are not known.
   */
  'request-failed': Failure<{
    readonly code: StorefrontProblemCode;
    readonly causeCode: PgwErrorCode | null;
    readonly status: number;
    readonly path: string;
    readonly endpoint: string | null;
    readonly reference: string | null;
    readonly orderId: string | null;
    readonly transactionNumber: string | null;
  }>;
}
