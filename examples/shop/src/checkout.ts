import type { GatewayClient } from '@pgw/client';
import { timeZone } from '@pgw/example-pages';
import { createCheckout, type Checkout } from '@pgw/express';
import { embeddedStore } from '@pgw/express/stores/embedded';
import { shopCards } from './cards.ts';
import { databaseFile } from './database.ts';
import { fulfil } from './fulfil.ts';
import type { Orders } from './orders.ts';
import type { Settings } from './settings.ts';
import { visitorOf } from './visitor.ts';

interface ShopCheckoutOptions {
  readonly gateway: GatewayClient;
  readonly orders: Orders;
  readonly settings: Settings;
}

/** The whole integration on the server: the price of an order, who may pay it, and what happens when it is paid. */
export function shopCheckout({ gateway, orders, settings }: ShopCheckoutOptions): Checkout {
  const { publicUrl, dataDirectory, mode } = settings;
  return createCheckout({
    gateway,
    publicUrl,
    merchant: 'Rimba Coffee',
    mode,
    gatewayName: 'Sandbox Gateway',
    timeZone,
    ...shopCards(settings),
    // Payments live in the shop's own database, so that an order and its payment are written together.
    store: embeddedStore({ file: databaseFile(dataDirectory) }),
    // The price is that of the order, never one from the browser. Only its visitor can pay an order, and only once.
    resolveOrder: (orderId, request) => {
      const order = orders.payable(orderId, visitorOf(request));
      if (order === undefined) return undefined;
      const { amount, currencyCode } = order;
      return { amount, currencyCode, description: `Rimba Coffee ${orderId}` };
    },
    // Called once, after the gateway has confirmed the payment. Nothing else in the shop marks an order as paid.
    onPaid: (payment, { tx, key }) => fulfil(payment, key, tx),
    // After a restore from a backup, order numbers repeat: the order must be older than the payment.
    orderOfPayment: (payment) => orders.ofPayment(payment)?.id,
    orderUrl: (orderId) => `/orders/${orderId}`,
    // The choice of a bank without scripts, in the frame of the shop.
    bankUrl: (orderId, channelId) => `/checkout/${orderId}/bank?channel=${channelId}`,
  });
}
