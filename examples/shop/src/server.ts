import { createGatewayClient } from '@pgw/client';
import express from 'express';
import { exitOnError, serve } from './serve.ts';
import { createShopCheckout } from './checkout.ts';
import { openDatabase } from './open-database.ts';
import { createShopOffice } from './office.ts';
import { Orders } from './orders/orders.ts';
import { products } from './catalogue/products.ts';
import { readSettings } from './settings.ts';
import { createShopRouter } from './shop.ts';

const settings = await exitOnError(() => readSettings(process.env));
const { port, publicUrl } = settings;
const database = await exitOnError(() => openDatabase(settings));
const orders = new Orders(database);

const gateway = await exitOnError(() => createGatewayClient(settings.gateway));
const checkout = await exitOnError(() => createShopCheckout({ gateway, database, orders, settings }));

const app = express();
app.disable('x-powered-by');
// The shop listens on 127.0.0.1 only, so a proxy is on the same machine.
app.set('trust proxy', 'loopback');
app.use('/pgw', checkout.router);
app.use('/office', createShopOffice({ database, orders, checkout, gateway, settings }));
const { environment } = gateway;
app.use(createShopRouter({ database, products, orders, checkout, settings, environment }));

await serve({
  app,
  port,
  publicUrl,
  ready: checkout.ready,
  close: async () => {
    await checkout.close();
    await gateway.close();
    await database.close();
  },
});
