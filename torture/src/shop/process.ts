// A shop in a process of its own, which may be killed at any moment. It ends with the process that started it.
import { openShop, type ShopSettings } from './shop.ts';

// Our own parent's settings: see fleet.ts.
const settings = JSON.parse(process.env['PGW_TORTURE_SHOP'] ?? '') as ShopSettings;
const shop = await openShop(settings);

process.on('disconnect', () => process.exit(0));
process.on('message', (word) => {
  if (word === 'close') void shop.close().then(() => process.disconnect());
  if (word === 'cpu') process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() });
});
process.send?.({ url: shop.url });
