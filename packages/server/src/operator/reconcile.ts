import { PgwError, type TimeInput } from '@pgw/protocol';
import { listPayments } from '../engine/list-payments.ts';
import { reportSyncFailure, type AccountOption, type PaymentContext } from '../engine/payment-context.ts';
import { hasLostNumber, type Payment } from '../model/payments/payment.ts';
import type { PaymentState } from '../model/payments/payment-state.ts';
import { syncPayment } from '../sync/sync-payment.ts';

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
export interface ReconcileOptions extends AccountOption {
  /** The time since which the payments were created. */
  readonly since: TimeInput;
}

/** Queries the gateway for the payments of a period. */
export async function reconcile(context: PaymentContext, since: number): Promise<Reconciliation> {
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
    reportSyncFailure(context, payment, { error, summary: 'The payment could not be reconciled. ' });
    return undefined;
  }
}

/** A payment in review and one whose money was taken back may have refunds too. */
function hasHadMoney({ state, fulfillment }: Payment): boolean {
  const mayHaveMoney: readonly PaymentState[] = ['paid', 'refunding', 'refunded', 'reversed', 'review'];
  return mayHaveMoney.includes(state) || fulfillment.state !== 'none';
}
