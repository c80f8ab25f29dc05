import { createGatewayClient } from '@pgw/client';
import type { CheckoutOptions, Order } from '@pgw/server';
import { embeddedStore, type EmbeddedTransaction } from '@pgw/server/stores/embedded';
import { databaseFile, findOrder } from './orders.ts';

const {
  PGW_BASE_URL = '',
  PGW_MERCHANT_ID = '',
  PGW_SECRET_KEY = '',
  PGW_USER = '',
  PGW_PASSWORD = '',
  PGW_PUBLIC_URL = 'http://127.0.0.1:3000',
} = process.env;

/** The address at which shoppers and the gateway reach the shop. */
export const publicUrl = PGW_PUBLIC_URL;

/** Browsers then open the shop only over https, for a year. */
export const strictTransport = publicUrl.startsWith('https:') ? 'max-age=31536000' : undefined;

/** The price comes only from this function, never from the browser. Only the visitor who placed an order can pay it. */
export function resolveOrder(id: string, visitor: string | undefined): Order | undefined {
  const order = findOrder(id, visitor);
  return order && { amount: order.amount, currencyCode: 'MYR', description: order.product };
}

/** Creates the options of the checkout that do not depend on the server framework. */
export function createSettings(): Omit<CheckoutOptions<EmbeddedTransaction>, 'resolveOrder'> {
  const settings = { PGW_BASE_URL, PGW_MERCHANT_ID, PGW_SECRET_KEY, PGW_USER, PGW_PASSWORD };
  const missing = Object.entries(settings).flatMap(([name, value]) => (value === '' ? [name] : []));
  if (missing.length > 0)
    throw new Error(
      `Not set: ${missing.join(', ')}. Copy .env.example to .env, or set them in the environment.`,
    );
  return {
    gateway: createGatewayClient({
      baseUrl: PGW_BASE_URL,
      merchantId: PGW_MERCHANT_ID,
      secretKey: PGW_SECRET_KEY,
      credentials: { userName: PGW_USER, password: PGW_PASSWORD },
    }),
    publicUrl,
    merchant: 'Two Mugs',
    store: embeddedStore({ file: databaseFile }),
    // Called when a payment becomes paid. The payment of an old page may be below the current price: it then goes to
    // review.
    getPrice: (id, { tx }) => {
      const [order] = tx.all('SELECT amount FROM orders WHERE id = ?', id);
      return order && { amount: Number(order.amount), currencyCode: 'MYR' };
    },
    // Runs once in the transaction that marks the payment as fulfilled. Emails and calls to other systems do
    // not belong to a transaction: store them as jobs here, and send them later.
    onPaid: ({ orderId, amount, acceptedAt }, { tx }) => {
      // `acceptedAt` is set if the amount was already accepted, for example by a person who accepts a lower one.
      const update = 'UPDATE orders SET paid = 1 WHERE id = ? AND (amount <= ? OR ? IS NOT NULL)';
      const count = tx.run(update, orderId, amount, acceptedAt);
      if (count !== 1) throw new Error(`The payment is below the price of order ${orderId}.`);
    },
    onRefunded: ({ amount }, { tx, payment }) => {
      // The refund of a second payment, which was never fulfilled, leaves the order paid.
      if (payment.fulfillment.state !== 'done') return;
      tx.run('UPDATE orders SET refunded = refunded + ? WHERE id = ?', amount, payment.orderId);
    },
    // After a payment the URL has `?payment`. Without it, this page offers the checkout while the order is not paid: "Try
    // again" leads there.
    getOrderUrl: (id) => `/orders/${id}`,
  };
}
