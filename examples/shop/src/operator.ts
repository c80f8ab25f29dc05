import { createGatewayClient } from '@pgw/client';
import { createShopCheckout } from './checkout.ts';
import { openDatabase } from './open-database.ts';
import { Orders } from './orders/orders.ts';
import { readSettings } from './settings.ts';

// The shop's checkout without its pages, for `pgw-express reconcile --checkout`. It reads the same
// environment variables as the shop.

const settings = readSettings(process.env);
const database = await openDatabase(settings);
const orders = new Orders(database);

export const gateway = createGatewayClient(settings.gateway);
export const checkout = createShopCheckout({ gateway, database, orders, settings });
