import type { GatewayClient } from '@pgw/client';
import type { EventListener } from '../events.ts';
import type { Store } from '../stores/store.ts';
import type { Payment } from './payment.ts';

/** What every step of a payment's life needs. Made once by `createCheckout`. */
export interface Engine {
  readonly gateway: GatewayClient;
  readonly store: Store;
  readonly now: () => number;
  readonly emit: EventListener;
  readonly onPaid: (payment: Payment, context: { tx: unknown; key: string }) => void | Promise<void>;
}

/** The ids of a payment that may stand in a log. */
export function idsOf(payment: Payment): Record<string, string | number> {
  const { reference, orderId, transactionNumber } = payment;
  return { reference, order: orderId, ...(transactionNumber === null ? {} : { transactionNumber }) };
}
