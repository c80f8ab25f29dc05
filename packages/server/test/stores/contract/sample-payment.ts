import { createInitialPayment } from '@pgw/server/store';
import type { Payment, PaymentFulfillment, PaymentSchedule } from '@pgw/server';

/** Fields of a payment. The groups `schedule` and `fulfillment` may be incomplete. */
export interface SampleFields extends Partial<Omit<Payment, 'schedule' | 'fulfillment'>> {
  readonly schedule?: Partial<PaymentSchedule>;
  readonly fulfillment?: Partial<PaymentFulfillment>;
}

/** An open payment of MYR 123.45, for tests. */
export function samplePayment({ schedule, fulfillment, ...fields }: SampleFields = {}): Payment {
  const { attempt = 'attempt-0' } = fields;
  const initial = createInitialPayment({
    reference: 'RC-1',
    tokenSeed: 'seed-1',
    orderId: 'A123',
    ordinal: createOrdinal(attempt),
    attempt,
    amount: 12_345,
    currencyCode: 'MYR',
    callbackUrl: 'https://shop.example/pgw/callback',
    createdAt: 1_000,
    pricedAt: 1_000,
  });
  return {
    ...initial,
    state: 'open',
    openedOnPhoneAt: 2_000,
    detailsHash: 'hash-1',
    channel: { id: 2, name: 'FPX online banking', imageUrl: null },
    bank: { id: 'SERI', name: 'Bank Seri', imageUrl: null },
    schedule: { ...initial.schedule, ...schedule },
    fulfillment: { ...initial.fulfillment, ...fulfillment },
    ...fields,
  };
}

/** Payments of one order have different attempt keys in tests, and so have different ordinals. */
function createOrdinal(attempt: string): number {
  return [...attempt].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 0) + 1;
}
