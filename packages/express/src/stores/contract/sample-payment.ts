import type { Payment, PaymentFulfilment, PaymentSchedule } from '../../payments/payment.ts';

/** Fields of a payment; of `schedule` and `fulfilment` the given ones only. */
export interface SampleFields extends Partial<Omit<Payment, 'schedule' | 'fulfilment'>> {
  readonly schedule?: Partial<PaymentSchedule>;
  readonly fulfilment?: Partial<PaymentFulfilment>;
}

/** An open payment of MYR 123.45, for tests. */
export function samplePayment({ schedule, fulfilment, ...fields }: SampleFields = {}): Payment {
  return {
    reference: 'RC-1',
    orderId: 'A123',
    attempt: 'attempt-0',
    state: 'open',
    amount: 12_345,
    currencyCode: 'MYR',
    description: null,
    channel: { id: 2, name: 'FPX online banking', imageUrl: null },
    bank: { id: 'SERI', name: 'Bank Seri', imageUrl: null },
    fee: 0,
    callbackUrl: 'https://shop.example/pgw/callback',
    transactionNumber: null,
    redirect: null,
    gatewayStatus: null,
    createdAt: 1_000,
    expiresAt: null,
    settledAt: null,
    schedule: { queriedAt: null, nextQueryAt: null, ...schedule },
    fulfilment: { state: 'none', attempts: 0, nextAttemptAt: null, ...fulfilment },
    card: null,
    capturedAmount: null,
    version: 1,
    ...fields,
  };
}
