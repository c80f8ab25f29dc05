import { PgwError } from '@pgw/protocol';
import { getPaymentFacts } from '../events/facts.ts';
import type { DueHook } from '../model/hook.ts';
import type { Operation } from '../model/operations/operation.ts';
import { reconcileOperations } from '../operations/reconcile-operations.ts';
import { decideCaptures } from '../operations/captures/sync-captures.ts';
import { listPayments } from '../engine/list-payments.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { PaymentState } from '../model/payments/payment-state.ts';
import type { Payment } from '../model/payments/payment.ts';
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

/** Creates the methods of `operator.payments`. */
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
  const storedCaptures = await store.listOperations(reference, 'capture');
  // When a payment is no longer authorized, its state decides the outcome of an unknown capture. A stored
  // `authorized` decides nothing, because the gateway may have captured the payment since the last query.
  const captures =
    payment.state === 'authorized' ? storedCaptures : await decideCaptures(context, payment, storedCaptures);
  const [timeline, callbacks, refunds, hooks] = await Promise.all([
    store.listNotes(reference),
    store.listCallbacks(reference),
    store.listOperations(reference, 'refund'),
    store.listHooks(reference),
  ]);
  return { payment, timeline, callbacks, refunds, captures, hooks };
}

async function reconcile(context: PaymentContext, since: number): Promise<Reconciliation> {
  const changedPayments: Payment[] = [];
  const failed: string[] = [];
  let checked = 0;
  for await (const payment of listPayments(context.store, { since })) {
    checked += 1;
    if (payment.transactionNumber === null) continue;
    const updatedPayment = await syncOrReport(context, payment);
    if (updatedPayment === undefined) failed.push(payment.reference);
    else if (updatedPayment.state !== payment.state) changedPayments.push(updatedPayment);
  }
  return { checked, changed: changedPayments, failed };
}

/**
 * Returns undefined after an error or an invalid response for this payment, so that the other payments are
 * still queried.
 */
async function syncOrReport(context: PaymentContext, payment: Payment): Promise<Payment | undefined> {
  try {
    // The status of a payment does not show a refund of a part.
    const result = hasHadMoney(payment) ? await reconcileOperations(context, payment) : undefined;
    return await syncPayment(context, result?.payment ?? payment, {
      source: 'operator',
      areRefundsCompared: result?.isQueryable === true,
    });
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
