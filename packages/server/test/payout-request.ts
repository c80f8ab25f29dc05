import { defaultTenant } from '@pgw/sandbox';
import type { PayoutRequestOptions } from '../src/operator/index.ts';

/** The option `payouts` of a shop that uses the staging environment of the sandbox. */
export const stagingPayouts = { merchantId: Number(defaultTenant.id) } as const;

/** A payout of RM 120.00 to a bank account. */
export const payoutOptions: PayoutRequestOptions = {
  amount: 12_000,
  currencyCode: 'MYR',
  beneficiary: { method: 'bank', bankCode: 'BSERI01', number: '1234567890', name: 'Kedai Biji' },
  description: 'Beans',
  ipAddress: '127.0.0.1',
  returnUrl: 'https://shop.example/office/payouts',
};
