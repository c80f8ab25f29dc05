import type { PgwErrorCode, StorefrontProblemCode } from '@pgw/protocol';
import type { AuditFinding } from '../model/audit-finding.ts';
import type { DiscrepancyCode, PaymentDiscrepancyCode } from '../model/payments/discrepancy.ts';
import type { HookName } from '../model/hook.ts';
import type { RejectedCallback } from '../model/ports/callbacks.ts';
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
  /**
   * A field of the order is not sent, because its value breaks a rule of the gateway. `maxLength` is the limit of a text. What to do: correct the
   * field in `resolveOrder`. The payment was started without it.
   */
  'order-field-omitted': Warning<
    PaymentFacts & { readonly field: string; readonly maxLength: number | null }
  >;
  /**
   * A start was refused, because the chosen channel requires a field that the order does not have. What to do: return the field from `resolveOrder`;
   * see docs/channels.md#a-channel-that-requires-data-of-the-shopper.
   */
  'order-field-missing': Failure<{
    readonly orderId: string;
    readonly channelId: number;
    readonly field: string;
  }>;
  /** The state of a payment has changed, except to `review` and `reversed`. */
  'payment-updated': Info<TransitionFacts>;
  /**
   * A payment is not fulfilled until an operator decides. `discrepancyCode` is the cause. What to do: compare the payment with the record of the
   * gateway and with the order, then call `operator.reviews.resolve`.
   */
  'payment-in-review': Failure<TransitionFacts & { readonly discrepancyCode: PaymentDiscrepancyCode | null }>;
  /**
   * The gateway has taken back the money of a paid payment. What to do: contact the support of the gateway, then call `operator.reviews.resolve`. Two
   * queries have reported it.
   */
  'payment-reversed': Failure<TransitionFacts>;
  /** An operator has stored a payment from the gateway's record. */
  'payment-adopted': Warning<PaymentFacts>;
  /**
   * The amount of a paid payment is not the price of its order. Both properties are null if the order does not exist. What to do: call
   * `operator.reviews.resolve` for a lower payment, which is in review. Refund the rest of a higher one.
   */
  'price-differs': Failure<
    PaymentFacts & { readonly orderAmount: number | null; readonly orderCurrencyCode: string | null }
  >;
  /**
   * A second payment of an order was paid. `payingReference` is the payment that was fulfilled, if it is known. What to do: refund the second
   * payment, or set `secondPayment: 'refund'`.
   */
  'order-paid-twice': Failure<PaymentFacts & { readonly payingReference: string | null }>;
  /**
   * A second payment was not refunded automatically. `isFinal`: it is not tried again. What to do: call `operator.payments.inspect`. If `isFinal`,
   * return the money in another way, or call `operator.refunds.create`.
   */
  'second-payment-not-refunded': Failure<PaymentFacts & { readonly isFinal: boolean }>;
  /** `gatewayStatus` is not in the documentation of the gateway. What to do: contact the support of the gateway. The payment stays pending. */
  'unknown-status': Warning<PaymentFacts>;
  /**
   * The gateway's redirection script contains an origin that is not in `redirectOrigins`. What to do: add `unknownOrigin` to `redirectOrigins` if it
   * belongs to the gateway. The shopper was not redirected.
   */
  'redirection-refused': Failure<PaymentFacts & { readonly unknownOrigin: string }>;
  /**
   * The policy of the redirect page has blocked a part of the gateway's script. `blocked` is an origin, or a word such as `eval`. What to do: compare
   * `directive` and `blocked` with docs/security.md#where-the-redirection-script-runs.
   */
  'redirection-blocked': Warning<PaymentFacts & { readonly directive: string; readonly blocked: string }>;
  /** The gateway has refused a card with a fault. */
  'card-refused': Warning<PaymentFacts & { readonly faultCode: number; readonly faultName: string }>;
  /** The outcome of a payment could not be queried or stored. It is tried again. */
  'sync-failed': Warning<PaymentFacts>;
  /**
   * A payment is not fulfilled. `payingReference` is a payment that was fulfilled for the same order, if there is one. What to do: call
   * `operator.hooks.requeue` if the order must be fulfilled. The payment was refunded, its review ended as `canceled`, or a refund of it failed.
   */
  'fulfillment-withheld': Failure<PaymentFacts & { readonly payingReference: string | null }>;
  /** A hook has succeeded. With `onPaid`, the payment is fulfilled. */
  'hook-succeeded': Info<HookFacts>;
  /** A hook other than `onPaid` is not called any more, because the payment has changed. */
  'hook-withheld': Info<HookFacts>;
  /** A hook is still running after `durationMs`. After `timeoutMs` it fails. What to do: find the call in the hook that has no time limit. */
  'hook-slow': Warning<HookFacts & { readonly timeoutMs: number }>;
  /** A hook has failed, and is called again at `nextAttemptAt`. */
  'hook-failed': Failure<HookFacts & { readonly nextAttemptAt: number }>;
  /**
   * A hook has failed twelve times, and is not called again until an operator requeues the payment or the hook. What to do: correct the hook, then
   * call `operator.hooks.requeue`, or `operator.hooks.skip` if it must not be called again. The later hooks of the payment wait.
   */
  'hook-dead': Failure<HookFacts>;
  /**
   * `calls` calls of a hook could not be made for an hour, because no running process has it. The reference is that of the first one. What to do:
   * start a process that has the hook. After 24 hours the calls are skipped, and only `operator.hooks.requeue` makes them.
   */
  'hook-unavailable': Failure<{
    readonly hook: HookName;
    readonly calls: number;
    readonly reference: string;
  }>;
  /** An authorized payment, or a part of it, was captured. */
  'payment-captured': Info<OperationFacts>;
  /**
   * A capture was refused, its response was lost, or its amount differs. What to do: call `operator.payments.inspect`. Try again with another id, or
   * look the capture up at the gateway and call `operator.captures.resolve`.
   */
  'capture-failed': Warning<OperationFacts>;
  /**
   * A refund was refused, has failed or was reversed, its response was lost, or its amount cannot be stored. What to do: call
   * `operator.payments.inspect`. Try again with another id, or look the refund up at the gateway and call `operator.refunds.resolve`.
   */
  'refund-failed': Warning<OperationFacts>;
  /** A refund was made at the gateway without this program. What to do: check that it was intended. */
  'refund-imported': Warning<OperationFacts & { readonly orderId: string }>;
  /**
   * A payout was refused, has failed or was reversed, its amount differs, or the gateway does not have it. What to do: look the payout up at the
   * gateway before you pay out again.
   */
  'payout-failed': Failure<OperationFacts>;
  /** A payout was made at the gateway without this program. What to do: find out who has requested it. */
  'payout-imported': Warning<OperationFacts>;
  /** The outcome of an operation could not be queried. It is queried again. */
  'operation-sync-failed': Warning<OperationFacts>;
  /**
   * An operation has had no final outcome for `overdueDays`. `durationMs` is the time since it was stored. What to do: look it up at the gateway, and
   * store its outcome, such as with `operator.refunds.resolve`. Reported after 3, 7 and 14 days.
   */
  'operation-overdue': Failure<
    OperationFacts & { readonly overdueDays: number; readonly durationMs: number }
  >;
  /**
   * The operations of a payment differ from the gateway's. `refundedAmount` is the sum of the refunds in the store, if refunds differ. `payoutNumber`
   * is the transaction number of a payout with the reference of the payment. What to do: read `operator.discrepancies.list`; see
   * docs/payment-flow.md#compare-the-refunds-with-the-gateway.
   */
  'discrepancy-found': Failure<
    PaymentFacts & {
      readonly discrepancyCode: DiscrepancyCode;
      readonly refundedAmount: number | null;
      readonly payoutNumber: string | null;
    }
  >;
  /**
   * A callback was refused, because it is malformed or wrongly signed. `reference` and `orderId` are those of the payment that it names.
   * `suppressedCount` is the number of such callbacks since the last event. What to do: check the secret key and the callback URL. It may also be an
   * attack.
   */
  'callback-rejected': Warning<{
    readonly verdict: RejectedCallback['verdict'];
    readonly callbackUrl: string;
    readonly reference: string | null;
    readonly orderId: string | null;
    readonly suppressedCount: number;
  }>;
  /**
   * The sweep has synced the last five payments, and no callback has arrived for any of them. What to do: check that the gateway reaches the callback
   * URL.
   */
  'callbacks-missing': Warning<{ readonly callbackUrl: string; readonly paymentCount: number }>;
  /**
   * A verified callback reports a transaction that has no payment in the store. What to do: call `operator.unknownTransactions.adopt` or `dismiss`;
   * see docs/restoring.md#adopt-unknown-payments.
   */
  'callback-for-unknown-payment': Failure<TransactionFacts>;
  /**
   * A shopper returned from a transaction that has no payment in the store. What to do: call `operator.unknownTransactions.adopt` or `dismiss`; see
   * docs/restoring.md#adopt-unknown-payments.
   */
  'return-for-unknown-payment': Failure<TransactionFacts>;
  /** A shopper returned with an unknown reference, and the gateway could not be queried about it. */
  'return-not-checked': Warning<{ readonly reference: string; readonly transactionNumber: string }>;
  /** Too many cards have failed. `retryAfterMs` is the time until cards are accepted again. What to do: read `limit`. It may be card testing. */
  'card-tries-exceeded': Warning<{ readonly limit: CardLimitKind; readonly retryAfterMs: number }>;
  /**
   * There were too many starts, returns, guesses of orders or new orders. `retryAfterMs` is the time until they are accepted again. What to do: raise
   * `requestLimits` if shoppers were refused, and check `trust proxy`.
   */
  'requests-limited': Warning<{ readonly limit: RequestLimitKind; readonly retryAfterMs: number }>;
  /**
   * The option `traceparent` has failed, or has returned no valid `traceparent`, so the payment has none. Reported once. What to do: correct the
   * option. The payments were started.
   */
  'traceparent-ignored': Warning;
  /**
   * A page was rendered without the list of channels. What to do: read the message: the gateway, the store or `resolveOrder` has failed. The element
   * loads the list itself.
   */
  'snippet-without-list': Warning<{ readonly orderId: string }>;
  /**
   * The option `cards` is set, and none of the gateway's channels is known to accept cards. What to do: set `cards.channelIds`, or the types in
   * `channelHints` of the profile.
   */
  'no-card-channel': Warning<{ readonly channelIds: readonly number[] }>;
  /**
   * Card channels have a surcharge or a minimum amount in MYR, which are forbidden in Malaysia. What to do: contact the support of the gateway to
   * remove them. `pgw doctor` names them too.
   */
  'card-terms-forbidden': Warning<{ readonly channelIds: readonly number[] }>;
  /**
   * The option `instalments` has plans that the gateway does not have. `bankIds` are the plans that are not shown. What to do: compare the option
   * with `pgw channels` and `pgw banks`.
   */
  'plans-missing': Warning<{ readonly channelId: number; readonly bankIds: readonly string[] }>;
  /**
   * The app or a library changes responses, queries or `Object.prototype`. What to do: check your other routes. The app replaces `res.json` or
   * `res.send`, or changes JSON, or a library adds members to `Object.prototype`.
   */
  'app-changes-responses': Info<{ readonly changes: readonly string[] }>;
  /**
   * The store is older than its history mark. The facts are the times of the newest write in both, if they are known. What to do: follow
   * docs/restoring.md, then call `operator.history.acknowledgeLoss`.
   */
  'history-lost': Failure<{ readonly markedAt: number | null; readonly storedAt: number | null }>;
  /**
   * The store has no history mark. What to do: set `historyMark: fileHistoryMark(path)` on a disk that is not restored with the database, or `false`.
   * Without it, missing payments are not noticed after a restored backup or a failover.
   */
  'history-unmarked': Warning;
  /**
   * The history mark could not be read or written. What to do: check `historyMark`, and delete a damaged mark. A restored backup may not be detected.
   */
  'history-mark-failed': Failure;
  /**
   * `accounts.find` has thrown, has not responded, or has returned invalid options. The account gets no payments. What to do: correct the data of the
   * account; see docs/many-merchants.md.
   */
  'account-unavailable': Failure;
  /**
   * The store has due work of an account that no process sweeps. What to do: start a checkout with that account until its work is done. Its payments
   * stay open.
   */
  'account-unswept': Failure<{ readonly merchantId: string | null; readonly gatewayOrigin: string | null }>;
  /**
   * The gateway does not respond. What to do: check the status page of the gateway and the connection. No payment is lost, and payments cannot be
   * started until `gateway-up`.
   */
  'gateway-down': Failure;
  /** The gateway responds again. `durationMs` is the time without a response. */
  'gateway-up': Info<{ readonly durationMs: number }>;
  /** An audit of `checked` fulfilled payments has found no contradiction. */
  'audit-passed': Info<{ readonly checked: number; readonly durationMs: number }>;
  /**
   * An audit of `checked` fulfilled payments has found contradictions. What to do: call `operator.payments.inspect` for these payments, and report a
   * defect; see docs/reliability.md#audit-the-stored-payments.
   */
  'audit-failed': Failure<{
    readonly checked: number;
    readonly durationMs: number;
    readonly findings: readonly AuditFinding[];
  }>;
  /**
   * The store can lose what it has confirmed: by its settings, or because its file system is not kept. What to do: change the setting that the
   * message names; see docs/reliability.md#durability-of-the-store.
   */
  'store-not-durable': Failure | Warning;
  /**
   * The option `limits.recheckDays` is 0. What to do: remove the option, or call `operator.payments.reconcile` by a schedule. A refund or charge-back
   * whose callback was lost stays unknown.
   */
  'rechecks-off': Warning;
  /** The store could not be opened, read or written. What to do: check the database. */
  'store-failed': Failure;
  /**
   * A route has responded with HTTP 5xx. `causeCode` is the code of the `PgwError` that caused it, and `endpoint` the endpoint of the gateway. The
   * ids are null if they are not known. What to do: read the error.
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
