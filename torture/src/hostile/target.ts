import { createServer } from 'node:http';
import { createGatewayClient, type GatewayClient } from '@pgw/client';
import { createCheckout, type Checkout, type CheckoutEvent } from '@pgw/express';
import { memoryStore } from '@pgw/express/stores/memory';
import express from 'express';
import { merchant } from '../gateway/gateway.ts';
import { listen, stopServer } from '../network/server.ts';

export const publicUrl = 'https://shop.example';
export const callbackUrl = `${publicUrl}/pgw/callback`;
/** The price of every order. */
export const price = { amount: 12_890, currencyCode: 'MYR' };
/** Channels of the attacked shop: one with a card form, one that redirects to the gateway, one with banks. */
export const channels = { card: 1, direct: 2, banks: 3 } as const;

/** A shop in this process. The run attacks it over HTTP. */
export interface Target {
  readonly url: string;
  readonly gateway: GatewayClient;
  readonly checkout: Checkout;
  readonly events: CheckoutEvent[];
  /** References in the order in which they were fulfilled. */
  readonly fulfilled: string[];
  readonly close: () => Promise<void>;
}

/**
 * Opens the shop with the orders `A0` to `A9999999`. Request limits are off, so that every request reaches
 * the tested code.
 */
export async function openTarget(gatewayUrl: string): Promise<Target> {
  const gateway = createGatewayClient({
    baseUrl: gatewayUrl,
    merchantId: merchant.merchantId,
    secretKey: merchant.secretKey,
    credentials: merchant.token,
    readAttempts: 1,
    // Hostile responses must not open the circuit: the shop would then send no more requests to the gateway.
    circuit: { failures: 1_000 },
  });
  const events: CheckoutEvent[] = [];
  const fulfilled: string[] = [];
  const checkout = createCheckout({
    gateway,
    publicUrl,
    merchant: 'Rimba Coffee',
    store: memoryStore(),
    sweepIntervalMs: 0,
    requestLimits: false,
    limits: { visitorQueriesPerSecond: 1_000_000 },
    channels: [
      { id: channels.card, name: 'Cards', isProviderHostChannel: false },
      { id: channels.direct, name: 'Wallet', isProviderHostChannel: false },
      { id: channels.banks, name: 'Banks', isProviderHostChannel: true },
    ],
    cards: { channelIds: [channels.card], limits: { perAddress: 1_000_000, perOrder: 1_000_000 } },
    resolveOrder: (orderId) => (/^A\d{1,7}$/.test(orderId) ? price : undefined),
    onPaid: (payment) => void fulfilled.push(payment.reference),
    onEvent: (event) => {
      if (events.length < 10_000) events.push(event);
    },
  });
  await checkout.ready;
  const app = express();
  app.disable('x-powered-by');
  app.use('/pgw', checkout.router);
  const server = createServer(app);
  const url = await listen(server);
  return {
    url,
    gateway,
    checkout,
    events,
    fulfilled,
    close: async () => {
      await stopServer(server);
      await checkout.close();
      await gateway.close();
    },
  };
}

let attempts = 0;

/** The body of a start request, with a new attempt each time. */
export function createStartBody(order: string, channelId: number = channels.direct): string {
  attempts += 1;
  const shown = { shownAmount: price.amount, shownCurrencyCode: price.currencyCode };
  return JSON.stringify({ order, channelId, ...shown, attempt: `attempt-${attempts}` });
}
