import { createCheckout } from '../../src/adapters/express/index.ts';
import { createTestClient } from '../shop.ts';
import { createStore, resolveUnknownPayment } from './store.ts';

// The program pgw-express loads this module. docs/restoring.md calls it ./shop/operator.js. It exports the
// shop's checkout.

const { SHOP_FOLDER: folder = '', GATEWAY_URL = '', DATABASE_URL } = process.env;
const { close, ...storeOptions } = createStore({
  folder,
  url: DATABASE_URL === '' ? undefined : DATABASE_URL,
});

export const gateway = createTestClient(GATEWAY_URL);
const openedCheckout = createCheckout({
  gateway,
  publicUrl: 'http://127.0.0.1',
  merchant: 'Rimba Coffee',
  ...storeOptions,
  sweepIntervalMs: 0,
  resolveOrder: () => undefined,
  onPaid: () => undefined,
  onEvent: () => undefined,
  resolveUnknownPayment,
});
export const checkout = {
  ...openedCheckout,
  close: async () => {
    await openedCheckout.close();
    await close();
  },
};
