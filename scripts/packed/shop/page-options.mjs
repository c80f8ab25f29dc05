// The options of a shop that serves a page on the port PORT, and is connected to the sandbox PGW_BASE_URL.
import { createGatewayClient } from '@pgw/client';
import { memoryStore } from '@pgw/server/stores/memory';
import { listSettings } from './sandbox.mjs';

const { PORT, PGW_BASE_URL } = process.env;

export const port = Number(PORT);
export const options = {
  gateway: createGatewayClient(listSettings(PGW_BASE_URL)),
  publicUrl: `http://localhost:${PORT}`,
  merchant: 'Two Mugs',
  store: memoryStore(),
  resolveOrder: () => ({ amount: 12_890, currencyCode: 'MYR' }),
  onPaid: () => {},
};
