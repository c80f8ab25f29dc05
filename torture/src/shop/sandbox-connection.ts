import type { CheckoutOptions } from '@pgw/express';
import { defaultTenant } from '@pgw/sandbox';
import { toAccountEntry, type Ledger } from './ledger.ts';

/** How a shop is connected to a sandbox. */
export interface SandboxConnection {
  /** The port of the shop. A restarted process has the same port, so that it receives the callbacks. */
  readonly port: number;
  readonly secondPayment: 'report' | 'refund';
}

/** The credentials of the shop at the sandbox. They protect no real system. */
export const sandboxCredentials = {
  merchantId: defaultTenant.id,
  secretKey: defaultTenant.secretKey,
  credentials: { userName: defaultTenant.userName, password: defaultTenant.password },
} as const;

/** Returns the id of an order with this price. `n` makes the id unique. */
export function createOrderId(currencyCode: string, amount: number, n: number): string {
  return `${currencyCode}-${amount}-${n}`;
}

/** The keys of the entries that the hooks of a refund write. */
export const refundEntries = {
  refunded: (refundId: string) => `refunded ${refundId}`,
  reversed: (refundId: string) => `reversed ${refundId}`,
} as const;

/** The options of a checkout whose gateway is a sandbox, and whose order ids are those of `createOrderId`. */
export function createSandboxOptions(
  { port, secondPayment }: SandboxConnection,
  ledger: Ledger,
): Pick<
  CheckoutOptions<unknown>,
  'publicUrl' | 'mode' | 'secondPayment' | 'payouts' | 'resolveOrder' | 'onRefunded' | 'onReversed'
> {
  return {
    publicUrl: `http://127.0.0.1:${port}`,
    mode: 'choose',
    secondPayment,
    payouts: { merchantId: Number(defaultTenant.id) },
    resolveOrder: (orderId) => {
      const [, currencyCode, amount] = /^([A-Z]{3})-(\d+)-\d+$/.exec(orderId) ?? [];
      return currencyCode === undefined ? undefined : { amount: Number(amount), currencyCode };
    },
    onRefunded: ({ id }, { tx, account }) =>
      ledger.write(toAccountEntry(account, refundEntries.refunded(id)), tx, 0),
    onReversed: async (_payment, { tx, refund, account }) => {
      if (refund !== undefined)
        await ledger.write(toAccountEntry(account, refundEntries.reversed(refund.id)), tx, 0);
    },
  };
}
