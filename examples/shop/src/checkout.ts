import type { GatewayClient } from '@pgw/client';
import { timeZone } from '@pgw/pages';
import { createCheckout, type Checkout } from '@pgw/express';
import { embeddedStore } from '@pgw/express/stores/embedded';
import { createChannelsOption } from './channels.ts';
import { createCardOptions } from './cards.ts';
import { getDatabasePath } from './database.ts';
import { fulfill, recordApproval } from './fulfill.ts';
import { createInstalmentOption } from './instalments.ts';
import type { Orders } from './orders/orders.ts';
import type { Settings } from './settings.ts';
import { readVisitor } from './visitors/visitor.ts';

interface ShopCheckoutOptions {
  readonly gateway: GatewayClient;
  readonly orders: Orders;
  readonly settings: Settings;
}

/**
 * Creates the checkout of the shop. This function is the whole integration on the server: the price of an
 * order, who may pay it, and what happens when it is paid.
 */
export function createShopCheckout({ gateway, orders, settings }: ShopCheckoutOptions): Checkout {
  const { publicUrl, dataDirectory, mode } = settings;
  return createCheckout({
    gateway,
    publicUrl,
    merchant: 'Rimba Coffee',
    mode,
    gatewayName: 'Sandbox Gateway',
    timeZone,
    ...createCardOptions(settings),
    ...createInstalmentOption(settings),
    ...createChannelsOption(settings),
    // The payments are in the shop's own database. One transaction can then change an order and its payment.
    store: embeddedStore({ file: getDatabasePath(dataDirectory) }),
    // The price comes from the stored order, never from the browser. Only the visitor who placed the order
    // can pay it, and only once.
    resolveOrder: (orderId, request) => {
      const order = orders.findPayable(orderId, readVisitor(request));
      if (order === undefined) return undefined;
      const { amount, currencyCode } = order;
      return { amount, currencyCode, description: `Rimba Coffee ${orderId}` };
    },
    // Called once, after the gateway has confirmed the payment. No other code of the shop marks an order as
    // paid.
    onPaid: (payment, { tx, key }) => fulfill(payment, key, tx),
    // Called when a card was approved and not charged yet. The back office charges it.
    onAuthorized: (payment, { tx }) => recordApproval(payment, tx),
    payouts: { merchantId: Number(settings.gateway.merchantId) },
    // Finds the order of an unknown transaction, for example after the database was restored from a backup.
    resolveUnknownPayment: (payment) => orders.findForPayment(payment)?.id,
    getOrderUrl: (orderId) => `/orders/${orderId}`,
    // The shop's own page to choose a bank, for browsers without scripts.
    getBankPageUrl: (orderId, channelId) => `/checkout/${orderId}/bank?channel=${channelId}`,
  });
}
