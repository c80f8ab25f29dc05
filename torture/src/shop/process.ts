// A shop in its own process. A run may kill it at any time. It ends when the process that started it ends.
import { isFulfillment } from './fulfillment-event.ts';
import { openShop, type ShopSettings } from './shop.ts';

// The parent process writes these settings: see fleet.ts.
const settings = JSON.parse(process.env['PGW_TORTURE_SHOP'] ?? '') as ShopSettings;
let { clockOffsetMs = 0 } = settings;
let fulfilled = 0;
const shop = await openShop(settings, {
  now: () => Date.now() + clockOffsetMs,
  onEvent: (event) => {
    if (isFulfillment(event)) fulfilled += 1;
  },
});

process.on('disconnect', () => process.exit(0));
process.on('message', (message: 'close' | 'cpu' | 'handled-count' | { readonly advanceMs: number }) => {
  if (message === 'close') void shop.close().then(() => process.disconnect());
  else if (message === 'cpu') process.send?.({ cpu: process.cpuUsage() });
  else if (message === 'handled-count') process.send?.({ handledCount: fulfilled });
  else {
    clockOffsetMs += message.advanceMs;
    process.send?.({ isAdvanced: true });
  }
});
process.send?.({ url: shop.url });
