import { randomIdBytes } from '../random-bytes.ts';
import type { Engine } from '../payments/engine.ts';
import type { Choice } from '../offers/offers.ts';
import { orderPrefixOf, randomLength } from '../payments/order-prefix.ts';
import type { PricedOrder } from '../payments/order.ts';
import type { Payment } from '../payments/payment.ts';
import { nextQueryAt } from '../payments/schedule.ts';

/** A new payment, as it is stored before the gateway receives a request. */
export function newPayment(
  engine: Engine,
  options: {
    readonly order: PricedOrder;
    readonly choice: Choice | undefined;
    readonly attempt: string;
    readonly callbackUrl: string;
  },
): Payment {
  const { order, choice, attempt, callbackUrl } = options;
  const now = engine.now();
  return {
    reference: newReference(order.id),
    orderId: order.id,
    attempt,
    state: 'created',
    amount: order.amount,
    currencyCode: order.currencyCode,
    description: order.description,
    channel: choice?.channel ?? null,
    bank: choice?.bank ?? null,
    fee: choice?.fee ?? 0,
    callbackUrl,
    transactionNumber: null,
    redirect: null,
    gatewayStatus: null,
    createdAt: now,
    expiresAt: null,
    settledAt: null,
    schedule: { queriedAt: null, nextQueryAt: nextQueryAt('created', { createdAt: now }, now) },
    fulfilment: { state: 'none', attempts: 0, nextAttemptAt: null },
    card:
      choice?.authType == null
        ? null
        : { state: 'awaited', round: 0, sentAt: null, authType: choice.authType },
    capturedAmount: null,
    version: 1,
  };
}

/**
 * A reference that people can relate to the order and nobody can guess: the order's id, then 80 random bits.
 * Upper case only, because letter case does not count (Crockford's alphabet).
 */
function newReference(orderId: string): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let random = '';
  for (const byte of randomIdBytes(randomLength)) random += alphabet.charAt(byte % 32);
  return `${orderPrefixOf(orderId)}-${random}`;
}
