import { createGatewayClient, type GatewayClient } from '@pgw/client';
import { createCheckout, type Checkout } from '@pgw/express';
import { embeddedStore } from '@pgw/express/stores/embedded';
import { postgresStore } from '@pgw/express/stores/postgres';
import { paymentStatus } from '@pgw/protocol';
import { createSandbox, defaultTenant } from '@pgw/sandbox';
import express from 'express';
import pg from 'pg';

// This file uses the types of every package as an application does. The test compiles it and does not run it.

const { id: merchantId, secretKey, userName, password } = defaultTenant;

export async function openShop(): Promise<{ readonly gateway: GatewayClient; readonly checkout: Checkout }> {
  const sandbox = await createSandbox({ port: 0 });
  const gateway = createGatewayClient({
    baseUrl: sandbox.url,
    merchantId,
    secretKey,
    credentials: { userName, password },
  });
  const checkout = createCheckout({
    gateway,
    publicUrl: 'http://127.0.0.1:3000',
    merchant: 'Two Mugs',
    store: embeddedStore({ file: 'shop.db' }),
    resolveOrder: (orderId, req) =>
      req.headers.cookie === undefined
        ? undefined
        : { amount: 12_890, currencyCode: 'MYR', description: orderId },
    getPrice: (orderId, { tx }) => {
      const [order] = tx.all('SELECT amount FROM orders WHERE id = ?', orderId);
      return order && { amount: Number(order.amount), currencyCode: 'MYR' };
    },
    onPaid: ({ orderId, amount, acceptedAt }, { tx }) => {
      const update = 'UPDATE orders SET paid = 1 WHERE id = ? AND (amount <= ? OR ? IS NOT NULL)';
      if (tx.run(update, orderId, amount, acceptedAt) !== 1)
        throw new Error(`${orderId} is not paid in full.`);
    },
  });
  const app = express();
  app.use('/pgw', checkout.router);
  return { gateway, checkout };
}

export const store = postgresStore({ pool: new pg.Pool() });
export const paid: boolean = paymentStatus(1).outcome === 'paid';
