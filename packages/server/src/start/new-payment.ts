import type { PaymentContext } from '../engine/payment-context.ts';
import type { Choice } from '../offers/offers.ts';
import { createInitialPayment } from '../model/payments/initial-payment.ts';
import type { PricedOrder } from '../model/payments/order.ts';
import type { Payment } from '../model/payments/payment.ts';
import { createTokenSeed } from '../engine/payment-tokens.ts';
import { computeNextQueryAt } from '../model/schedule.ts';

/** Creates a payment, which is stored before the gateway receives a request. */
export function createPayment(
  context: PaymentContext,
  options: {
    readonly order: PricedOrder;
    readonly choice: Choice | undefined;
    readonly attempt: string;
    readonly ordinal: number;
    readonly callbackUrl: string;
  },
): Payment {
  const { order, choice, attempt, ordinal, callbackUrl } = options;
  const now = context.now();
  const initial = createInitialPayment({
    reference: context.references.create(order.id),
    tokenSeed: createTokenSeed(),
    orderId: order.id,
    ordinal,
    attempt,
    amount: order.amount,
    currencyCode: order.currencyCode,
    callbackUrl,
    createdAt: now,
    pricedAt: order.resolvedAt,
  });
  const authType = choice?.authType ?? null;
  return {
    ...initial,
    description: order.description,
    channel: choice?.channel ?? null,
    bank: choice?.bank ?? null,
    fee: choice?.fee ?? 0,
    schedule: { queriedAt: null, nextQueryAt: computeNextQueryAt('created', initial, now) },
    card: authType === null ? null : { state: 'awaited', round: 0, sentAt: null, authType },
  };
}
