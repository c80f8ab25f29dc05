import { getRandomIdBytes } from '../random-bytes.ts';
import type { Engine } from '../payments/engine.ts';
import type { Choice } from '../offers/offers.ts';
import { createInitialPayment } from '../payments/initial-payment.ts';
import { toOrderPrefix, randomPartLength } from '../payments/order-prefix.ts';
import type { PricedOrder } from '../payments/order.ts';
import type { Payment } from '../payments/payment.ts';
import { createTokenSeed } from '../payments/payment-tokens.ts';
import { computeNextQueryAt } from '../payments/schedule.ts';

/** Creates a payment, which is stored before the gateway receives a request. */
export function createPayment(
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
  const initial = createInitialPayment({
    reference: createReference(order.id),
    tokenSeed: createTokenSeed(),
    orderId: order.id,
    attempt,
    amount: order.amount,
    currencyCode: order.currencyCode,
    callbackUrl,
    createdAt: now,
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

/**
 * Creates a reference that an operator can relate to the order and that cannot be guessed: the order prefix,
 * then 80 random bits in Crockford's alphabet. It has no lower-case letters, because letter case is ignored.
 */
function createReference(orderId: string): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let random = '';
  for (const byte of getRandomIdBytes(randomPartLength)) random += alphabet.charAt(byte % 32);
  return `${toOrderPrefix(orderId)}-${random}`;
}
