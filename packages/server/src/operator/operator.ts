import { createOperationMethods, type OperationMethods } from '../operations/operator-methods.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { RejectedCallback } from '../model/ports/store.ts';
import { createOperatorUnknownTransactions, type OperatorUnknownTransactions } from '../recovery/adopt.ts';
import {
  compareRecords,
  type CompareRecordsOptions,
  type Differences,
} from '../reconciliation/compare-records.ts';
import type { Audit, AuditOptions } from './audit.ts';
import {
  requeueHooks,
  resolveReview,
  resolveStart,
  skipHooks,
  type ResolveReviewOptions,
  type ResolveStartOptions,
  type SkipHooksOptions,
} from './decisions.ts';
import { createOperatorPayments, type OperatorPayments } from './operator-payments.ts';

/** The hooks of payments that wait for an operator. */
export interface OperatorHooks {
  /**
   * Calls `onPaid` for a payment whose fulfillment is `dead` or `withheld`, and the other hooks of the payment
   * whose calls are `dead`. Later calls of the payment then continue.
   *
   * @throws InvalidRequestError when there is no such payment, or none of its calls is `dead` or `withheld`.
   */
  requeue(reference: string): Promise<Payment>;
  /**
   * Makes the `dead` calls of a payment `withheld` without a call of the hooks. Later calls of the payment then
   * continue. Only `onPaid` can be requeued after that.
   *
   * @throws InvalidRequestError when there is no such payment, none of its calls is `dead`, or the reason is empty.
   */
  skip(reference: string, options: SkipHooksOptions): Promise<Payment>;
}

/** The payments in review, and those whose money was taken back. */
export interface OperatorReviews {
  /**
   * Ends the review or the reversal of a payment. `paid` fulfills the payment with its stored amount, unless it was
   * fulfilled before. If another payment has paid the order, the rule for second payments applies. `canceled` ends it
   * without fulfillment, and the order can be paid again.
   *
   * @throws InvalidRequestError when there is no such payment, its state is neither `review` nor `reversed`, or the reason is empty.
   */
  resolve(reference: string, options: ResolveReviewOptions): Promise<Payment>;
}

/** The starts of payments whose outcome is not known. */
export interface OperatorStarts {
  /**
   * Ends a payment whose start has no known outcome (`unknown`, or `created` for more than a minute) as
   * `refused`. Call it when the gateway has no transaction for the reference. If the gateway reports the payment as
   * paid later, the payment still becomes paid.
   *
   * @throws InvalidRequestError when there is no such payment, its state is another one, or the reason is empty.
   */
  resolve(reference: string, options: ResolveStartOptions): Promise<Payment>;
}

/**
 * Operations for the people who run a shop. It has no access control: use it only behind the shop's own
 * sign-in. Each method takes the id of what it changes, if there is one, and then its options.
 */
export interface Operator extends OperationMethods {
  /** Inspects a payment, and queries the gateway for all payments of a period. */
  readonly payments: OperatorPayments;
  /** Calls or skips hooks that wait for an operator. */
  readonly hooks: OperatorHooks;
  /** Ends reviews and reversals. */
  readonly reviews: OperatorReviews;
  /** Ends starts whose outcome is not known. */
  readonly starts: OperatorStarts;
  /** Transactions of the gateway that are missing in the store. */
  readonly unknownTransactions: OperatorUnknownTransactions;
  /** Callbacks that were rejected. */
  readonly rejectedCallbacks: {
    /** Resolves with callbacks that were rejected, newest first. Default limit 50. */
    list(options?: { readonly limit?: number | undefined }): Promise<RejectedCallback[]>;
  };
  /** Records of the gateway, such as a settlement file or a wallet's history. */
  readonly records: {
    /**
     * Compares the store with the records. Yields each difference, then returns the totals. Changes nothing. See
     * `CompareRecordsOptions` and docs/restoring.md.
     */
    compare(options: CompareRecordsOptions): Differences;
  };
  /** Audits of the store. */
  readonly audits: {
    /**
     * Checks the fulfillments, orders and callbacks in the store for contradictions. See `AuditFinding`. The
     * audit also runs every hour. The result is emitted as an event (`audit-passed`, `audit-failed`) and is
     * part of `health()`.
     */
    run(options?: AuditOptions): Promise<Audit>;
  };
  /** The history of the store, which a restored backup does not continue. */
  readonly history: {
    /**
     * Ends the health problem `history-lost`. Call it after the steps in docs/restoring.md. The history mark,
     * which is stored outside of the database, then continues from the current position of the store.
     */
    acknowledgeLoss(): Promise<void>;
  };
}

export interface OperatorBackground {
  readonly acknowledgeLostHistory: Operator['history']['acknowledgeLoss'];
  readonly audit: Operator['audits']['run'];
}

export function createOperator(
  context: PaymentContext,
  { acknowledgeLostHistory, audit }: OperatorBackground,
): Operator {
  const { store } = context;
  return {
    payments: createOperatorPayments(context),
    hooks: {
      requeue: (reference) => requeueHooks(context, reference),
      skip: (reference, options) => skipHooks(context, reference, options),
    },
    reviews: { resolve: (reference, options) => resolveReview(context, reference, options) },
    starts: { resolve: (reference, options) => resolveStart(context, reference, options) },
    ...createOperationMethods(context),
    unknownTransactions: createOperatorUnknownTransactions(context),
    rejectedCallbacks: { list: ({ limit = 50 } = {}) => store.listRejectedCallbacks(limit) },
    records: { compare: (options) => compareRecords(context, options) },
    audits: { run: audit },
    history: { acknowledgeLoss: acknowledgeLostHistory },
  };
}
