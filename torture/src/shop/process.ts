// A shop in its own process, which a run may kill at any time. It ends with the process that started it.
import { openShop, type ShopSettings } from './shop.ts';

// The parent process writes these settings: see fleet.ts.
const settings = JSON.parse(process.env['PGW_TORTURE_SHOP'] ?? '') as ShopSettings;
let skipped = 0;
let fulfilled = 0;
const shop = await openShop(settings, {
  now: () => Date.now() + skipped,
  onEvent: ({ event }) => {
    if (event === 'payment-fulfilled') fulfilled += 1;
  },
});

process.on('disconnect', () => process.exit(0));
process.on('message', (word: 'close' | 'cpu' | 'done' | { readonly skip: number }) => {
  if (word === 'close') void shop.close().then(() => process.disconnect());
  else if (word === 'cpu') process.send?.({ cpu: process.cpuUsage() });
  else if (word === 'done') process.send?.({ done: fulfilled });
  else skipped += word.skip;
});
process.send?.({ url: shop.url });
