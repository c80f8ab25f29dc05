import { createGatewayClient } from '@pgw/client';
import { createCheckout, type Checkout } from '@pgw/express';
import { embeddedStore } from '@pgw/express/stores/embedded';
import express from 'express';
import { orGiveUp, serve } from './boot.ts';
import { databaseFile, openDatabase } from './database.ts';
import { fulfil } from './fulfil.ts';
import { backOffice } from './office/office.ts';
import { Orders } from './orders.ts';
import { products } from './products.ts';
import { readSettings } from './settings.ts';
import { timeZone } from './shop-time.ts';
import { shopPages } from './shop.ts';
import { visitorOf } from './visitor.ts';

const settings = orGiveUp(() => readSettings(process.env));
const { port, publicUrl, dataDirectory, mode } = settings;
const database = orGiveUp(() => openDatabase(dataDirectory));
const orders = new Orders(database);

const gateway = orGiveUp(() => createGatewayClient(settings.gateway));
const checkout: Checkout = orGiveUp(() =>
  createCheckout({
    gateway,
    publicUrl,
    merchant: 'Rimba Coffee',
    mode,
    gatewayName: 'Sandbox Gateway',
    timeZone,
    // Payments live in the shop's own database, so that an order and its payment are written together.
    store: embeddedStore({ file: databaseFile(dataDirectory) }),
    // The price comes from the order, never from the browser, and nobody pays an order that is not theirs, or a second time.
    resolveOrder: (orderId, request) => {
      const order = orders.payable(orderId, visitorOf(request));
      if (order === undefined) return undefined;
      const { amount, currencyCode, lines } = order;
      return { amount, currencyCode, description: `Rimba Coffee ${orderId}, ${lines.length} items` };
    },
    // Called once, when the gateway confirmed the money. Nothing else in the shop marks an order as paid.
    onPaid: (payment, { tx, key }) => fulfil(payment, key, tx),
    orderUrl: (orderId) => `/orders/${orderId}`,
  }),
);

const app = express();
app.disable('x-powered-by');
app.use('/pgw', checkout.router);
app.use('/office', backOffice({ database, orders, checkout, gateway, settings }));
app.use(shopPages({ database, products, orders, checkout, settings }));

await serve({
  app,
  port,
  publicUrl,
  ready: checkout.ready,
  close: async () => {
    await checkout.close();
    await gateway.close();
    database.close();
  },
});
