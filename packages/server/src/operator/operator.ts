import { reconcile, type ReconcileOptions, type Reconciliation } from './reconcile.ts';
import { readTime } from '@pgw/protocol/internal';
import { createOperationMethods, type OperationMethods } from '../operations/operator-methods.ts';
import type { PaymentContext, AccountOption } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import { getAccount, type AccountStore, type StoredAccount } from '../model/ports/account-store.ts';
import type { RejectedCallback, StoredCallback } from '../model/ports/callbacks.ts';
import { createOperatorUnknownTransactions, type OperatorUnknownTransactions } from '../recovery/adopt.ts';
import type { OperatorRecords } from '../reconciliation/export-records.ts';
import type { Audit, AuditOptions } from './audit.ts';
import { erasePersonalData, type Erased, type EraseOptions } from './erase.ts';
import {
  requeueHooks,
  resolveReview,
  resolveStart,
  skipHooks,
  type ResolveReviewOptions,
  type ResolveStartOptions,
  type SkipHooksOptions,
} from './decisions.ts';
import type { DueHook } from '../model/hook.ts';
import type { Operation } from '../model/operations/operation.ts';
import { markPayment, type MarkedPayment } from '../sync/checkout-payments.ts';
import { selectKind } from '../sync/plan.ts';
import type { Note } from '../model/payments/timeline.ts';

/** The hooks of payments that wait for an operator. */
export interface OperatorHooks {
  /**
   * Calls `onPaid` for a payment whose fulfillment is `dead` or `withheld`, and the other hooks of the payment
   * whose calls are `dead`. Later calls of the payment then continue.
   *
   * @throws InvalidRequestError when there is no such payment, or none of its calls is `dead` or `withheld`.
   */
  requeue(reference: string, options?: AccountOption): Promise<Payment>;
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
    list(options?: AccountOption & { readonly limit?: number | undefined }): Promise<RejectedCallback[]>;
  };
  /** Records of the gateway, such as a settlement file or a wallet's history, and the books of the shop. */
  readonly records: OperatorRecords;
  /** Audits of the store. */
  readonly audits: {
    /**
     * Checks the fulfillments, orders and callbacks in the store for contradictions. See `AuditFinding`. The
     * audit also runs every hour. The result is emitted as an event (`audit-passed`, `audit-failed`) and is
     * part of `health()`.
     */
    run(options?: AuditOptions): Promise<Audit>;
  };
  /** The accounts of the store: merchants, each at one gateway. Both methods also work in a store that has refused this checkout. */
  readonly accounts: {
    /** Lists the accounts with their open work. */
    list(): Promise<readonly StoredAccount[]>;
    /**
     * Adds the account of this checkout to a store of other accounts, once. The checkouts of the account serve after their next
     * start. Accounts never see each other's payments; the work of each needs a process that sweeps it.
     */
    add(): Promise<void>;
  };
  /**
   * Erases the personal data of an order, of its payments, refunds and captures, or of a payout: descriptions, beneficiaries,
   * reasons, messages, the texts of timelines and the bodies of callbacks. Ids, references, transaction numbers, amounts, states
   * and times are kept, so that exports have the same movements. A payout that a second person has rejected is erased by the id of its
   * request. See docs/personal-data.md.
   *
   * @throws InvalidRequestError when there is no such order or payout, and when something of it is open, undecided or not handled.
   */
  erase(options: EraseOptions): Promise<Erased>;
  /** Secrets for the pages of a back office, such as the key of its form tokens. */
  readonly secrets: {
    /**
     * Derives a secret of the account by a name, 22 characters. It is the same in each process, and changes with the merchant's
     * secret. Never send it to a browser.
     */
    derive(name: string, options?: AccountOption): Promise<string>;
  };
  /**
   * Returns the same methods for a person. The timeline entries of their decisions, refunds, captures and payouts begin with the
   * name, which is cut after 100 characters.
   */
  as(name: string): Operator;
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
): Omit<Operator, 'as'> {
  const { store, tokens } = context;
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
    rejectedCallbacks: { list: ({ limit = 50 } = {}) => store.search('rejectedCallbacks', { limit: limit }) },
    records: createRecords(context),
    audits: { run: audit },
    erase: (options) => erasePersonalData(context, options),
    secrets: { derive: (name) => Promise.resolve(tokens.deriveSecret(name)) },
    ...createStoreMethods(store, acknowledgeLostHistory, async () => {
      await store.insert('account', { ...getAccount(context.gateway), now: context.now() });
    }),
  };
}

/** Creates the methods that belong to the store, and not to one account. */
export function createStoreMethods(
  store: Pick<AccountStore, 'listAccounts'>,
  acknowledgeLoss: Operator['history']['acknowledgeLoss'],
  add: Operator['accounts']['add'],
): Pick<Operator, 'accounts' | 'history'> {
  return { accounts: { list: () => store.listAccounts(), add }, history: { acknowledgeLoss } };
}

/** A payment with its timeline, callbacks, refunds and captures. */
export interface Inspection {
  /** The payment as it is stored. The gateway is not queried. */
  readonly payment: MarkedPayment;
  /** What happened to the payment, oldest first. */
  readonly timeline: readonly Note[];
  /** The verified callbacks of the payment, oldest first. Kept for `retentionDays.callbacks` days. */
  readonly callbacks: readonly StoredCallback[];
  /** The refunds of the payment in any state, oldest first. */
  readonly refunds: readonly Operation[];
  /** The captures of the payment in any state, oldest first. */
  readonly captures: readonly Operation[];
  /**
   * The calls of hooks other than `onPaid` that have not succeeded, in the order in which they are made. The payment has
   * the progress of `onPaid`.
   */
  readonly hooks: readonly DueHook[];
}

/** The payments of an operator. `checkout.payments` reads and queries single payments. */
export interface OperatorPayments {
  /**
   * Resolves with a payment, its timeline, callbacks, refunds, captures and waiting hooks. Resolves with undefined when
   * no payment has this reference.
   */
  inspect(reference: string, options?: AccountOption): Promise<Inspection | undefined>;
  /**
   * Queries the gateway for every payment with a transaction number that was created since a time, including
   * payments in a final state. Refunds are compared too.
   *
   * @throws PgwError when the gateway cannot be reached or the store fails. An error of the gateway about one payment is in `failed`.
   */
  reconcile(options: ReconcileOptions): Promise<Reconciliation>;
}

function createOperatorPayments(context: PaymentContext): OperatorPayments {
  return {
    inspect: (reference) => inspect(context, reference),
    reconcile: ({ since }) => reconcile(context, readTime(since)),
  };
}

async function inspect(context: PaymentContext, reference: string): Promise<Inspection | undefined> {
  const { store, gateway } = context;
  const payment = await store.find('payment', reference);
  if (payment === undefined) return undefined;
  const [timeline, callbacks, operations, hooks] = await Promise.all([
    store.list('notes', reference),
    store.list('callbacks', reference),
    store.list('operations', reference),
    store.list('hooks', reference),
  ]);
  const [refunds, captures] = [selectKind(operations, 'refund'), selectKind(operations, 'capture')];
  return { payment: markPayment(gateway, payment), timeline, callbacks, refunds, captures, hooks };
}

/** Few processes compare or export records, so the code is loaded with the first call. */
function createRecords(context: PaymentContext): OperatorRecords {
  const loadExport = async () => (await import('../reconciliation/export-records.ts')).exportRecords;
  return {
    compare: async function* (options) {
      const { compareRecords } = await import('../reconciliation/compare-records.ts');
      return yield* compareRecords(context, options);
    },
    export: async function* (options) {
      const exportRecords = await loadExport();
      return yield* exportRecords(context.store, options);
    },
    exportCsv: async function* (options) {
      const exportRecords = await loadExport();
      const { movementsToCsv } = await import('../reconciliation/movement-csv.ts');
      return yield* movementsToCsv(exportRecords(context.store, options));
    },
  };
}
