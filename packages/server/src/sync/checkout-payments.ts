import type { GatewayEnvironment } from '@pgw/client';
import type { PaymentContext, AccountOption } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import { syncPayment } from './sync-payment.ts';
import type { PaymentFilter } from '../model/ports/kinds.ts';
import type { TimeInput } from '@pgw/protocol';
import { readTime } from '@pgw/protocol/internal';

/** A filter of payments. A payment must match every field that is set. */
export interface PaymentListFilter extends Omit<PaymentFilter, 'since' | 'before'>, AccountOption {
  /** Only payments that were created at or after this time. */
  readonly since?: TimeInput | undefined;
  /** Only payments that were created before this time. */
  readonly before?: TimeInput | undefined;
}

/** A stored payment, and whether it moves real money. */
export interface MarkedPayment extends Payment {
  /** The environment of the account's gateway. */
  readonly environment: GatewayEnvironment;
}

/** The stored payments. */
export interface CheckoutPayments {
  /**
   * Resolves with the payment that has this reference, or with undefined. Letter case is ignored. The gateway is not
   * queried.
   */
  get(reference: string, options?: AccountOption): Promise<MarkedPayment | undefined>;
  /**
   * Resolves with payments that match a filter, newest first. At most 50, unless `limit` sets another maximum
   * (up to 500). With `{ orderId }`: the payments of an order.
   */
  list(filter?: PaymentListFilter): Promise<MarkedPayment[]>;
  /**
   * Queries the gateway for a payment now, and fulfills the payment if it is paid. Resolves with undefined
   * when no such payment exists.
   *
   * @throws PgwError when the gateway does not respond or responds with an error, or the store fails.
   */
  sync(reference: string, options?: AccountOption): Promise<MarkedPayment | undefined>;
}

/** Creates the methods of `checkout.payments`. */
export function createCheckoutPayments(context: PaymentContext): CheckoutPayments {
  const { store, gateway } = context;
  return {
    get: async (reference) => {
      const payment = await store.find('payment', reference);
      return payment && markPayment(gateway, payment);
    },
    list: async ({ since, before, account: _account, ...filter } = {}) => {
      const payments = await store.search('payments', {
        ...filter,
        since: since === undefined ? undefined : readTime(since),
        before: before === undefined ? undefined : readTime(before),
      });
      return payments.map((payment) => markPayment(gateway, payment));
    },
    sync: async (reference) => {
      const payment = await store.find('payment', reference);
      return payment && markPayment(gateway, await syncPayment(context, payment, { source: 'operator' }));
    },
  };
}

/** Adds the environment of the gateway to a payment. */
export function markPayment(
  { environment }: Pick<PaymentContext['gateway'], 'environment'>,
  payment: Payment,
): MarkedPayment {
  return { ...payment, environment };
}
