// The shop of the run `visitors`, in its own process, so that its heap has no objects of the sender.
import { createServer } from 'node:http';
import { createCheckout } from '@pgw/express';
import { memoryStore } from '@pgw/express/stores/memory';
import { createGatewayClient } from '@pgw/client';
import express from 'express';
import { merchant } from '../gateway/gateway.ts';
import { listen, stopServer } from '../network/server.ts';
import { measureReachableBytes } from './memory.ts';
import { price, publicUrl } from './target.ts';

const client = createGatewayClient({
  baseUrl: process.env['PGW_TORTURE_GATEWAY'] ?? '',
  merchantId: merchant.merchantId,
  secretKey: merchant.secretKey,
  credentials: merchant.token,
});
const checkout = createCheckout({
  gateway: client,
  publicUrl,
  merchant: 'Rimba Coffee',
  mode: 'hosted',
  // SQLite in memory. The heap does not contain its rows, which a shop has on a disk.
  store: memoryStore(),
  sweepIntervalMs: 0,
  limits: { visitorQueriesPerSecond: 1_000_000 },
  resolveVisitor: (request) => request.get('x-visitor') ?? null,
  resolveOrder: (orderId) => (/^A\d{1,7}$/.test(orderId) ? price : undefined),
  onPaid: () => undefined,
  onEvent: () => undefined,
});
await checkout.ready;
const app = express().set('trust proxy', 'loopback');
app.use('/pgw', checkout.router);
const server = createServer(app);
const url = await listen(server);

async function close(): Promise<void> {
  await stopServer(server);
  await checkout.close();
  await client.close();
  process.disconnect();
}

process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  if (message === 'close') void close();
  if (message === 'memory') process.send?.({ reachableBytes: measureReachableBytes() });
});
process.send?.({ url });
