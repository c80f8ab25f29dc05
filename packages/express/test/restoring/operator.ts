import { createCheckout } from '../../src/index.ts';
import { client } from '../shop.ts';
import { openStore, orderOfPayment } from './store.ts';

// The module that docs/restoring.md calls ./shop/operator.js: the shop's checkout, for the program pgw-express.

const { SHOP_FOLDER: folder = '', GATEWAY_URL = '', DATABASE_URL } = process.env;
const { end, ...storage } = openStore({ folder, url: DATABASE_URL === '' ? undefined : DATABASE_URL });

export const gateway = client(GATEWAY_URL);
const opened = createCheckout({
  gateway,
  publicUrl: 'http://127.0.0.1',
  merchant: 'Rimba Coffee',
  ...storage,
  sweepIntervalMs: 0,
  resolveOrder: () => undefined,
  onPaid: () => undefined,
  onEvent: () => undefined,
  orderOfPayment,
});
export const checkout = {
  ...opened,
  close: async () => {
    await opened.close();
    await end();
  },
};
