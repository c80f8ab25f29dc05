import type { PaymentContext } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import { adopt, dismiss, type AdoptOptions, type DismissOptions } from './adopt.ts';
import type { UnknownTransaction } from '../model/ports/recovery-store.ts';

/**
 * The transactions of the gateway that are missing in the store, for example after a backup was restored. Verified
 * callbacks or returning shoppers have reported them.
 */
export interface OperatorUnknownTransactions {
  /** Resolves with the unresolved ones, newest first. Default limit 50. */
  list(options?: { readonly limit?: number | undefined }): Promise<UnknownTransaction[]>;
  /**
   * Creates a payment in state `review` for an unknown transaction. See `AdoptOptions`. Safe to repeat.
   *
   * @throws InvalidRequestError when the gateway has no such transaction, it is a payout, no order is found for it, its
   * reference has the mark of another shop, or its reference or amount cannot belong to the payment.
   * @throws PgwError when the gateway cannot be queried, or the store fails. Nothing was stored.
   */
  adopt(transactionNumber: string, options?: AdoptOptions): Promise<Payment>;
  /**
   * Resolves an unknown transaction without a payment.
   *
   * @throws InvalidRequestError when no open one has this number, or the reason is empty.
   */
  dismiss(transactionNumber: string, options: DismissOptions): Promise<void>;
}

export function createOperatorUnknownTransactions(context: PaymentContext): OperatorUnknownTransactions {
  return {
    list: ({ limit = 50 } = {}) => context.store.listOpenUnknownTransactions({ limit }),
    adopt: (transactionNumber, options) => adopt(context, transactionNumber, options),
    dismiss: (transactionNumber, options) => dismiss(context, transactionNumber, options),
  };
}
