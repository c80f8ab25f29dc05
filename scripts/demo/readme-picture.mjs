// `npx node scripts/demo/readme-picture.mjs` takes a screenshot of the demo shop for the README:
// docs/pictures/checkout.png.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { walkToCheckout, withDemo } from './open-demo.mjs';

const picture = fileURLToPath(new URL('../../docs/pictures/checkout.png', import.meta.url));

await withDemo(async ({ shop, browser }) => {
  const page = await browser.newPage({ viewport: { width: 1100, height: 1000 }, reducedMotion: 'reduce' });
  await walkToCheckout(page, shop);
  await page.getByRole('radio', { name: 'KilatPay' }).check();
  await page.getByRole('button', { name: /^Pay RM/ }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  mkdirSync(dirname(picture), { recursive: true });
  await page.screenshot({ path: picture, animations: 'disabled' });
});
