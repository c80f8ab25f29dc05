import { PgwError } from '@pgw/protocol';
import { getPaymentFacts } from '../events/facts.ts';
import type { DueHook } from '../model/hook.ts';
import type { Operation } from '../model/operations/operation.ts';
import { listPayments } from '../engine/list-payments.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { PaymentState } from '../model/payments/payment-state.ts';
import { hasLostNumber, type Payment } from '../model/payments/payment.ts';
import { selectKind } from '../sync/plan.ts';
import { syncPayment } from '../sync/sync-payment.ts';
import type { StoredCallback } from '../model/ports/store.ts';
import type { Note } from '../model/payments/timeline.ts';

/** A payment with its timeline, callbacks, refunds and captures. */
export interface Inspection {
  /** The payment as it is stored. The gateway is not queried. */
  readonly payment: Payment;
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

/** The result of a reconciliation. */
export interface Reconciliation {
  /**
   * The number of payments in the period. Payments without a transaction number are included, although they
   * cannot be queried.
   */
  readonly checked: number;
  /** Payments whose state has changed. */
  readonly changed: readonly Payment[];
  /**
   * References of payments for which the gateway returned an error or an invalid response. Each of these
   * payments is unchanged and reported as an event.
   */
  readonly failed: readonly string[];
  /**
   * References of payments that the gateway has and that cannot be queried, because the response to the start was lost. Look
   * them up at the gateway. If one is paid, call `operator.unknownTransactions.adopt` with its number.
   */
  readonly withoutNumber: readonly string[];
}

/** The options of `operator.payments.reconcile`. */
export interface ReconcileOptions {
  /** The time since which the payments were created, in milliseconds since the Unix epoch. */
  readonly since: number;
}

/** The payments of an operator. `checkout.payments` reads and queries single payments. */
export interface OperatorPayments {
  /**
   * Resolves with a payment, its timeline, callbacks, refunds, captures and waiting hooks. Resolves with undefined when
   * no payment has this reference.
   */
  inspect(reference: string): Promise<Inspection | undefined>;
  /**
   * Queries the gateway for every payment with a transaction number that was created since a time, including
   * payments in a final state. Refunds are compared too.
   *
   * @throws PgwError when the gateway cannot be reached or the store fails. An error of the gateway about one payment is in `failed`.
   */
  reconcile(options: ReconcileOptions): Promise<Reconciliation>;
}

export function createOperatorPayments(context: PaymentContext): OperatorPayments {
  return {
    inspect: (reference) => inspect(context, reference),
    reconcile: ({ since }) => reconcile(context, since),
  };
}

async function inspect(context: PaymentContext, reference: string): Promise<Inspection | undefined> {
  const { store } = context;
  const payment = await store.findPayment(reference);
  if (payment === undefined) return undefined;
  const [timeline, callbacks, operations, hooks] = await Promise.all([
    store.listNotes(reference),
    store.listCallbacks(reference),
    store.listOperations(reference),
    store.listHooks(reference),
  ]);
  const [refunds, captures] = [selectKind(operations, 'refund'), selectKind(operations, 'capture')];
  return { payment, timeline, callbacks, refunds, captures, hooks };
}

async function reconcile(context: PaymentContext, since: number): Promise<Reconciliation> {
  const changedPayments: Payment[] = [];
  const failed: string[] = [];
  const withoutNumber: string[] = [];
  let checked = 0;
  for await (const payment of listPayments(context.store, { since })) {
    checked += 1;
    if (hasLostNumber(payment)) withoutNumber.push(payment.reference);
    if (payment.transactionNumber === null) continue;
    const updatedPayment = await syncOrReport(context, payment);
    if (updatedPayment === undefined) failed.push(payment.reference);
    else if (updatedPayment.state !== payment.state) changedPayments.push(updatedPayment);
  }
  return { checked, changed: changedPayments, failed, withoutNumber };
}

/**
 * Returns undefined after an error or an invalid response for this payment, so that the other payments are still
 * queried.
 */
async function syncOrReport(context: PaymentContext, payment: Payment): Promise<Payment | undefined> {
  try {
    // The status of a payment does not show a refund of a part.
    const reads = hasHadMoney(payment) ? 'all' : 'record';
    return await syncPayment(context, payment, { source: 'operator', reads });
  } catch (error) {
    const concernsThisPayment =
      error instanceof PgwError && (error.code === 'invalid-response' || error.code === 'gateway-fault');
    if (!concernsThisPayment) throw error;
    const message = `The payment could not be reconciled. ${error.message}`;
    context.emit({ level: 'warn', event: 'sync-failed', message, ...getPaymentFacts(payment), error });
    return undefined;
  }
}

/** A payment in review and one whose money was taken back may have refunds too. */
function hasHadMoney({ state, fulfillment }: Payment): boolean {
  const mayHaveMoney: readonly PaymentState[] = ['paid', 'refunding', 'refunded', 'reversed', 'review'];
  return mayHaveMoney.includes(state) || fulfillment.state !== 'none';
}
