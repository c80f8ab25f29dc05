import type { DatabaseSync } from 'node:sqlite';
import { createBackOffice, type Order as OfficeOrder } from '@pgw/office';
import type { GatewayClient } from '@pgw/client';
import type { Checkout } from '@pgw/express';
import type { Router } from 'express';
import { formatAddress } from './orders/details.ts';
import type { Order, Orders } from './orders/orders.ts';
import type { Settings } from './settings.ts';

interface OfficeOptions {
  readonly database: DatabaseSync;
  readonly orders: Orders;
  readonly checkout: Checkout;
  readonly gateway: GatewayClient;
  readonly settings: Settings;
  readonly now?: () => number;
}

/** Creates the back office of the shop. Its code is in packages/office. */
export function createShopOffice({
  database,
  orders,
  checkout,
  gateway,
  settings,
  now = Date.now,
}: OfficeOptions): Router {
  const { office, publicUrl } = settings;
  return createBackOffice({
    shop: { name: 'Rimba Coffee', icon: '/pictures/leaf.svg' },
    publicUrl,
    clerks: office.clerks,
    isDemo: office.isDemo,
    merchantId: settings.gateway.merchantId,
    database,
    checkout,
    gateway,
    orders: {
      find: (id) => {
        const order = orders.find(id);
        return order === undefined ? undefined : toOfficeOrder(order);
      },
      search: (filter, page) => {
        const { orders: matching, total } = orders.search(filter, page);
        return { orders: matching.map(toOfficeOrder), total };
      },
      count: (filter) => orders.count(filter),
      acceptPaidAmount: (orderId) => orders.acceptPaidAmount(orderId),
      recordRefundRequest: (orderId, key) => orders.recordRefundRequest(orderId, key),
    },
    findPayoutWarning,
    now,
  });
}

/** The lengths that the banks of this country use. Another number may still be right. */
const usualNumbers: Readonly<Record<string, readonly [pattern: RegExp, text: string]>> = {
  bank: [/^\d{7,17}$/, 'An account number usually has 7 to 17 digits.'],
  mobileNumber: [
    /^(?:\+?60|0)1\d{7,9}$/,
    'A mobile number usually begins with 01 or +601, and has 10 or 11 digits.',
  ],
  nationalId: [/^\d{12}$/, 'A national ID usually has 12 digits.'],
};

function findPayoutWarning({ method, number }: { method: string; number: string }): string | undefined {
  const [pattern, text] = usualNumbers[method] ?? [];
  return pattern === undefined || pattern.test(number.replaceAll(/[ -]/g, ''))
    ? undefined
    : `${text} Compare “${number}” with what the beneficiary gave you.`;
}

function toOfficeOrder({ details, ...order }: Order): OfficeOrder {
  const { name, email, phone } = details;
  return { ...order, customer: { name, email, phone, address: formatAddress(details) } };
}
