import type { Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { chooseCardChannel, payByCard, type CardData } from './card-shopper.ts';
import { startDemo, type StartedDemo } from './demo.ts';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.ts';
import { placeOrderByRequest, waitForResult } from './shopper.ts';
import { isNightly } from '../scripts/nightly.ts';

// A number that is not a test card, so that it only appears where it was entered.
const card = {
  number: '4929831257104636',
  securityCode: '917',
  expiry: '11/39',
  name: 'Quillon Vexley',
} satisfies CardData;

/** The number of the card with a wrong check digit. */
const invalidNumber = '4929831257104637';

/**
 * Matches the card data as plain text, in groups of digits, and encoded. Short values match only as whole
 * words.
 */
const cardPatterns: readonly RegExp[] = [
  ...[card.number, card.number.slice(0, 12), card.name, 'Quillon', 'Vexley'].flatMap((text) => [
    new RegExp(text, 'i'),
    new RegExp(encodeURIComponent(text).replaceAll('%20', String.raw`(?:%20|\+)`), 'i'),
    new RegExp(Buffer.from(text).toString('hex'), 'i'),
    // Base64 of a text at each of three offsets, without the characters that depend on its neighbors.
    ...[0, 1, 2].map((shift) => new RegExp(escapeRegExp(encodeInnerBase64(text, shift)))),
  ]),
  /4929[\s-]8312[\s-]5710[\s-]4636/,
  /(?<![\w/+=.-])917(?![\w/+=.-])/,
  /(?<!\d)11\s?(?:\/|%2F)\s?(?:20)?39(?!\d)/i,
  /"(?:expiryYear|expiryMonth|holderName)"/,
];

let demo: StartedDemo;
let proxy: RecordingProxy;
let page: Page;
const responses: Response[] = [];

beforeAll(async () => {
  let shopPort = 0;
  proxy = await startRecordingProxy(() => shopPort);
  const shop = `http://127.0.0.1:${proxy.port}`;
  const started = await startDemo({ PGW_SHOP_PUBLIC_URL: shop });
  shopPort = Number(new URL(started.shop).port);
  demo = { ...started, shop };
});
afterAll(async () => {
  await demo.close();
  await proxy.close();
});

beforeEach(async () => {
  page = await demo.newPage();
  page.on('response', (response) => responses.push(response));
});
afterEach(async () => {
  await page.close();
  responses.length = 0;
  expect(demo.pageErrors.splice(0)).toEqual([]);
});

it('the app receives card data only encrypted, and no attribute, URL, storage or cookie contains it while it is typed or after the payment', async () => {
  const order = await placeOrderByRequest(demo, page);
  await chooseCardChannel(page);
  await page.getByLabel('Card number').waitFor();
  await payByCard(page, { ...card, number: invalidNumber });
  await page.getByText('This card number doesn’t look right.').first().waitFor();
  const contentWhileTyped = await readPageContent(page);
  await payByCard(page, card);
  await waitForResult(page, 'Payment successful');
  const contentAfterPayment = await readPageContent(page);
  const recordedTraffic = proxy.readRecording();
  // The recording is complete: the order, the request with the card, and its JWE.
  expect(recordedTraffic).toContain(order);
  expect(recordedTraffic).toMatch(/POST \/pgw\/payments\/[\w-]+\/card HTTP/);
  expect(recordedTraffic).toMatch(/\{"card":"eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+"/);
  // Responses are compressed, so their decoded text is searched too.
  const texts = await Promise.all(responses.map((response) => response.text().catch(() => '')));
  expect(texts.some((text) => text.includes('"paid"'))).toBe(true);
  // Shadow roots are searched too: the result contains the element's parts.
  expect(contentWhileTyped).toContain('part="input');
  const searched = {
    'between browser and app': [recordedTraffic],
    'in a response': texts,
    'while it is typed': [contentWhileTyped],
    'after it is paid': [contentAfterPayment],
  };
  for (const pattern of cardPatterns)
    for (const [place, found] of Object.entries(searched))
      expect(
        found.map((text) => text.match(pattern)?.[0]).find(Boolean),
        `${pattern} ${place}`,
      ).toBeUndefined();
  expect(contentWhileTyped).not.toContain(card.number.slice(0, 6));
});

if (isNightly)
  it('the card form is not loaded before a card channel is chosen', async () => {
    await placeOrderByRequest(demo, page);
    await page.getByRole('radio', { name: 'KilatPay' }).check();
    await page.waitForLoadState('networkidle');
    const isCardModule = (response: Response): boolean => /\/pgw\/checkout\/card[-.]/.test(response.url());
    expect(responses.some((response) => /\/pgw\/checkout\//.test(response.url()))).toBe(true);
    expect(responses.filter(isCardModule).map((response) => response.url())).toEqual([]);
    await page.getByRole('button', { name: 'Other ways to pay' }).click();
    await chooseCardChannel(page);
    await page.getByLabel('Card number').waitFor();
    expect(responses.filter(isCardModule)).not.toEqual([]);
  });

/** Returns every attribute and text of the page and its shadow trees, its URL, storage and cookies. */
async function readPageContent(openedPage: Page): Promise<string> {
  const inPage = await openedPage.evaluate(() => {
    const found: string[] = [location.href, document.title, JSON.stringify(history.state)];
    for (const storage of [localStorage, sessionStorage])
      for (let index = 0; index < storage.length; index += 1) {
        const key = storage.key(index) ?? '';
        found.push(key, storage.getItem(key) ?? '');
      }
    const walk = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) found.push(`${name}="${value}"`);
        for (const child of element.childNodes)
          if (child.nodeType === Node.TEXT_NODE) found.push(child.textContent ?? '');
        if (element.shadowRoot !== null) walk(element.shadowRoot);
      }
    };
    walk(document);
    return found.join('\n');
  });
  return `${inPage}\n${JSON.stringify(await openedPage.context().cookies())}`;
}

/**
 * Returns the base64 of a text at an offset within three bytes, without the characters that depend on its
 * neighbors.
 */
function encodeInnerBase64(text: string, shift: number): string {
  const encoded = Buffer.from('\0'.repeat(shift) + text)
    .toString('base64')
    .replace(/=+$/, '');
  // Bytes before the text affect the first `shift + 1` characters. Bytes after the text affect the last one.
  return encoded.slice(shift === 0 ? 0 : shift + 1, -1);
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
