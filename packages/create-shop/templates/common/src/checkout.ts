import { createGatewayClient } from '@pgw/client';
import { createCheckout } from '@pgw/express';
import { embeddedStore } from '@pgw/express/stores/embedded';
import { databaseFile, findOrder } from './orders.ts';

const {
  PGW_BASE_URL = '',
  PGW_MERCHANT_ID = '',
  PGW_SECRET_KEY = '',
  PGW_USER = '',
  PGW_PASSWORD = '',
  PGW_PUBLIC_URL = 'http://127.0.0.1:3000',
} = process.env;

/** Where shoppers and the gateway reach the shop. */
export const publicUrl = PGW_PUBLIC_URL;

export const checkout = createCheckout({
  gateway: createGatewayClient({
    baseUrl: PGW_BASE_URL,
    merchantId: PGW_MERCHANT_ID,
    secretKey: PGW_SECRET_KEY,
    credentials: { userName: PGW_USER, password: PGW_PASSWORD },
  }),
  publicUrl,
  merchant: 'Two Mugs',
  store: embeddedStore({ file: databaseFile }),
  // The only source of a price: nothing that a browser sends decides it.
  resolveOrder: (id) => {
    const order = findOrder(id);
    return order && { amount: order.amount, currencyCode: 'MYR', description: order.product };
  },
  // Commits together with the payment, once. Queue emails and calls to other systems here, and send them elsewhere.
  onPaid: ({ orderId }, { tx }) => {
    tx.run('UPDATE orders SET paid = 1 WHERE id = ?', orderId);
  },
  orderUrl: (id) => `/orders/${id}`,
});
