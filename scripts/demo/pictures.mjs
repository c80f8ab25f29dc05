// `npm run pictures [folder] [-- --only <part>]` takes pictures of the screens of the element, the shop and the sandbox. The
// default folder has the pictures of docs/screens.md. A part is scenes, shop, hosted or market.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openGallery, shrink } from '../../packages/checkout/test/gallery-pictures.ts';
import { walkToCheckout, withDemo } from './open-demo.mjs';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const folder = positionals[0] ?? fileURLToPath(new URL('../../docs/pictures/screens', import.meta.url));
mkdirSync(folder, { recursive: true });

/** The texts on each picture. A test compares them with the texts of the product. */
const textsFile = join(folder, 'texts.json');
const isPart = values.only !== undefined && existsSync(textsFile);
const texts = isPart ? JSON.parse(readFileSync(textsFile, 'utf8')) : {};

async function write(name, picture, page) {
  writeFileSync(join(folder, `${name}.png`), shrink(picture));
  texts[name] = await page.evaluate(readTexts);
  process.stdout.write(`${name}.png\n`);
}

/** Runs in the page: reads its headings, sentences and buttons, also those of the elements. */
function readTexts() {
  const readNode = (node) =>
    node.nodeType === Node.TEXT_NODE
      ? [node.data.replaceAll(/\s+/g, ' ').trim()]
      : [...node.childNodes].flatMap(readNode);
  const readRoot = (root) =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches('h1, h2, .screen-text, button, .lead') && element.checkVisibility()
        ? [...element.childNodes].flatMap(readNode)
        : []),
      ...(element.shadowRoot === null ? [] : readRoot(element.shadowRoot)),
    ]);
  return [...new Set(readRoot(document))].filter(Boolean);
}

const widths = [320, 375, 1280];
const themes = ['light', 'dark'];

/** The scenes that are shown at each width, light and dark: [name of the picture, scene]. */
const scenesAtEachWidth = [
  ['01-channels', 'ready'],
  ['02-bank-picker', 'banks'],
  ['02-banks-or-wallets', 'banks-or-wallets'],
  ['03-card-declined', 'card-declined'],
  ['05-result-session-ended', 'session-ended'],
  ['05-result-unclear', 'start-unclear'],
  ['05-result-card-unclear', 'card-unclear'],
  ['05-result-approver', 'pending-approver'],
];

/** Scenes of the gallery of the element: [name of the picture, scene, width, theme, language]. */
const scenes = [
  ...scenesAtEachWidth.flatMap(([name, scene]) =>
    themes.flatMap((theme) => widths.map((width) => [name, scene, width, theme, 'en'])),
  ),
  ['03-card-error', 'card-errors', 375, 'light', 'en'],
  ['03-card-marks', 'card-marks', 375, 'light', 'en'],
  ['06-pay-on-your-phone', 'phone', 720, 'light', 'en'],
  ['06-pay-on-your-phone', 'phone', 720, 'dark', 'en'],
  ['04-redirect', 'redirect-stuck', 375, 'light', 'en'],
  ['05-result-lost', 'start-lost', 375, 'light', 'en'],
  ['05-result-interrupted', 'interrupted', 375, 'light', 'en'],
  ['05-result-success', 'success-fee', 375, 'light', 'en'],
  ['05-result-failed', 'failed-funds', 375, 'light', 'en'],
  ['05-result-canceled', 'canceled', 375, 'light', 'en'],
  ['05-result-expired', 'expired', 375, 'light', 'en'],
  ['05-result-second-payment', 'second-payment', 375, 'light', 'en'],
  ['09-malay', 'ready', 375, 'light', 'ms'],
  ['09-chinese', 'ready', 375, 'dark', 'zh-Hans'],
  ['09-tamil', 'ready', 320, 'light', 'ta'],
];

async function takeScenes() {
  const gallery = await openGallery();
  for (const [name, scene, width, theme, language] of scenes) {
    await gallery.loadPage(theme);
    await gallery.play(scene, theme, language);
    await write(`${name}-${width}-${theme}`, (await gallery.takePicture(width)).picture, gallery.page);
  }
  await gallery.close();
}

/** Takes a picture at each width of the design, light and dark. */
async function takeAtEachWidth(take, name) {
  for (const width of widths) for (const theme of themes) await take(name, width, theme);
}

/** Chooses a way to pay, and opens the page of its bank. */
async function payAt(page, channel) {
  const others = page.getByRole('button', { name: 'Other ways to pay' });
  if (await others.isVisible()) await others.click();
  await page.getByRole('radio', { name: channel }).check();
  await page.getByRole('button', { name: /^Pay RM/ }).click();
  await page.locator('button[name="outcome"]').first().waitFor();
}

/** Returns a function that takes a picture of the page at a width, in a theme: the whole page, or its first screen. */
function createTakePicture(page, fullPage = true) {
  return async (name, width = 375, theme = 'light') => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.evaluate(() => window.scrollTo(0, 0));
    await write(
      `${name}-${width}-${theme}`,
      await page.screenshot({ fullPage, animations: 'disabled' }),
      page,
    );
  };
}

async function takeShop({ shop, sandbox, browser }) {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 }, reducedMotion: 'reduce' });
  const take = createTakePicture(page);
  await walkToCheckout(page, shop);
  const order = page.url().split('/').at(-1);
  await page.getByRole('radio', { name: 'KilatPay' }).check();
  await take('20-shop-checkout');
  await payAt(page, 'DuitNow QR');
  await take('23-simulated-qr-code');
  await page.goto(`${shop}/checkout/${order}`);
  await page.getByRole('button', { name: 'Choose another way to pay' }).click();
  await payAt(page, 'KilatPay');
  await take('23-simulated-bank');
  await page.clock.install();
  await page.goto(`${shop}/checkout/${order}`);
  await page.getByRole('button', { name: 'Check my payment' }).click();
  await page.getByRole('button', { name: 'Continue to KilatPay' }).waitFor();
  // After 15 seconds, the element offers another way to pay.
  await page.clock.fastForward(16_000);
  await page.getByRole('button', { name: 'Choose another way to pay' }).waitFor();
  await write(
    '05-result-pending-375-light',
    await page.locator('pgw-checkout').screenshot({ animations: 'disabled' }),
    page,
  );
  await page.goto(`${shop}/bag`);
  await take('19-shop-cart');
  await page.goto(`${shop}/orders/${order}?pay`);
  await page.getByRole('button', { name: 'Continue to KilatPay' }).click();
  await page.locator('button[name="outcome"][value="approve"]').click();
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  await take('21-shop-order');
  await page.goto(`${shop}/nothing`);
  await take('25-shop-not-found');
  await page.goto(`${shop}/office`);
  await page.getByLabel('Password').fill('rimba-office');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: order }).first().waitFor();
  await takeAtEachWidth(take, '26-office-orders');
  await page.getByRole('link', { name: order }).first().click();
  await page.getByText('Refund…').click();
  await page.getByLabel('Amount in RM').fill('10');
  await page.getByLabel('Reason').fill('The bag was torn');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: /^Refund RM/ }).waitFor();
  await takeAtEachWidth(take, '26-office-refund');
  await page.goto(`${sandbox}/dashboard`);
  await takeAtEachWidth(take, '24-dashboard');
  await takeDashboard(page, sandbox);
  await page.goto(`${shop}/office/payouts/new`);
  await take('26-office-payout');
}

/** Takes the pages of the dashboard beside its list, on a phone and a large screen. */
async function takeDashboard(page, sandbox) {
  const takePage = async (name, isWhole = true) => {
    const take = createTakePicture(page, isWhole);
    for (const width of [375, 1280]) for (const theme of themes) await take(name, width, theme);
  };
  await page.getByRole('row').filter({ hasText: 'Success' }).getByRole('link').first().click();
  await page.getByText(/Callback with status 1, attempt 1/).waitFor();
  await takePage('24-dashboard-detail');
  await page.goto(`${sandbox}/dashboard/scenarios`);
  await takePage('24-dashboard-scenarios', false);
  await page.goto(`${sandbox}/`);
  await takePage('24-sandbox-home');
}

async function takeHosted({ shop, browser }) {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 }, reducedMotion: 'reduce' });
  await walkToCheckout(page, shop);
  await page.getByRole('button', { name: /^Pay RM.* at Sandbox Gateway$/ }).click();
  await page.getByRole('radio', { name: 'KilatPay' }).check();
  await takeAtEachWidth(createTakePicture(page), '22-hosted-page');
}

/** The demo with two merchants: one has a paid order, and the other one shows its checkout. */
async function takeMarket({ shop, browser }) {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 }, reducedMotion: 'reduce' });
  const take = createTakePicture(page, false);
  await page.goto(`${shop}/mugs`);
  await payAt(page, 'KilatPay');
  await page.locator('button[name="outcome"][value="approve"]').click();
  await page.getByText('Payment successful').waitFor();
  await page.goto(`${shop}/plants`);
  await page.getByRole('radio', { name: 'KilatPay' }).check();
  await take('27-market-shop');
  await page.goto(shop);
  await page.getByText(': paid').waitFor();
  await take('27-market');
}

const parts = {
  scenes: takeScenes,
  shop: () => withDemo(takeShop),
  hosted: () => withDemo(takeHosted, { settings: { PGW_SHOP_MODE: 'hosted' } }),
  market: () => withDemo(takeMarket, { args: ['--merchants'] }),
};
for (const [name, takePart] of Object.entries(parts))
  if (values.only === undefined || values.only === name) await takePart();
writeFileSync(textsFile, `${JSON.stringify(texts, null, 2)}\n`);
