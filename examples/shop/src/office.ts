import type { GatewayClient } from '@pgw/client';
import { createOffice, type OrderDescription } from '@pgw/office';
import type { Checkout } from '@pgw/express';
import express, { Router, type Request } from 'express';
import type { Database } from './database.ts';
import type { Order, Orders } from './orders/orders.ts';
import { requireOwnOrigin } from './requests/require-own-origin.ts';
import type { Settings } from './settings.ts';
import { createOfficeSession, deriveSessionKey } from './sign-in/sessions.ts';
import { createSignInRoutes, requireSession } from './sign-in/sign-in-routes.ts';

interface OfficeOptions {
  readonly database: Database;
  readonly orders: Orders;
  readonly checkout: Checkout;
  readonly gateway: GatewayClient;
  readonly settings: Settings;
  /** The sum in sen above which another clerk must approve a refund or a payout. Default: no approval. */
  readonly secondClerkAbove?: number;
  /** The key that signs the cookies of the clerks. Default: it is derived from their passwords. */
  readonly sessionKey?: string;
  readonly now?: () => number;
}

/** Creates the back office of the shop: the pages of @pgw/office behind the shop's own sign-in. */
export function createShopOffice({
  database,
  orders,
  checkout,
  gateway,
  settings,
  secondClerkAbove,
  sessionKey = deriveSessionKey(settings.office.clerks),
  now = Date.now,
}: OfficeOptions): Router {
  const { publicUrl, office: people } = settings;
  const office = createOffice(checkout, {
    clerk: ({ session }: Request) =>
      session.clerk === undefined
        ? undefined
        : {
            id: session.clerk,
            name: session.clerk,
            may: ['view', 'refund', 'payout', 'resolve', 'erase', 'reveal'],
          },
    name: 'Rimba Coffee',
    icon: '/pictures/leaf.svg',
    signOutPath: '/office/sign-out',
    describeOrders: async (ids) => (await orders.findAll(ids)).map(describeOrder),
    findOrders: (text) => orders.search(text),
    onRefundRequest: ({ orderId, id }) => orders.recordRefundRequest(orderId, id),
    wallets: () => ({ gateway, merchantId: Number(settings.gateway.merchantId) }),
    findPayoutWarning,
    secondClerkAbove,
    now,
  });

  const router = Router();
  router.use(requireOwnOrigin(publicUrl));
  router.use(
    createOfficeSession({ database, key: sessionKey, isHttps: publicUrl.startsWith('https:'), now }),
  );
  router.use(['/sign-in', '/sign-out'], express.urlencoded({ extended: false, limit: '16kb' }));
  router.use(createSignInRoutes(people), requireSession, checkout.mount(office));
  return router;
}

function describeOrder({ id, details, lines }: Order): OrderDescription {
  const { name, email } = details;
  const items = lines.map(
    ({ title, detail, quantity }) => `${quantity} × ${title}${detail === '' ? '' : `, ${detail}`}`,
  );
  return { id, name, email, items };
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
