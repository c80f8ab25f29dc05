import type { Page, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { chooseCardChannel, payByCard, waitForResult, type TypedCard } from './card-shopper.ts';
import { startDemo, type StartedDemo } from './demo.ts';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.ts';
import { placeOrderByRequest } from './shopper.ts';

// A number that is not a test card, so that it only appears where it was entered.
const card = {
  number: '4929831257104636',
  securityCode: '917',
  expiry: '11/39',
  name: 'Quillon Vexley',
} satisfies TypedCard;

/** Forms of the card data: plain, in groups, encoded. Short values count only as whole words. */
const traces: readonly RegExp[] = [
  ...[card.number, card.number.slice(0, 12), card.name, 'Quillon', 'Vexley'].flatMap((text) => [
    new RegExp(text, 'i'),
    new RegExp(encodeURIComponent(text).replaceAll('%20', String.raw`(?:%20|\+)`), 'i'),
    new RegExp(Buffer.from(text).toString('hex'), 'i'),
    // Base64 of a text at each of three offsets, without the characters that depend on its neighbors.
    ...[0, 1, 2].map((shift) => new RegExp(escaped(innerBase64(text, shift)))),
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

it('only ciphertext is sent between browser and app: no number, security code, expiry or name', async () => {
  const order = await placeOrderByRequest(demo, page);
  await chooseCardChannel(page);
  await payByCard(page, card);
  await waitForResult(page, 'Payment successful');
  const wire = proxy.recorded();
  // The recording is complete: the order, the request with the card, and its JWE.
  expect(wire).toContain(order);
  expect(wire).toMatch(/POST \/pgw\/payments\/[\w-]+\/card HTTP/);
  expect(wire).toMatch(/\{"card":"eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+"/);
  // Responses are compressed, so their decoded text is searched too.
  const texts = await Promise.all(responses.map((response) => response.text().catch(() => '')));
  expect(texts.some((text) => text.includes('"paid"'))).toBe(true);
  for (const trace of traces) {
    expect(wire.match(trace)?.[0], `${trace} on the wire`).toBeUndefined();
    expect(
      texts.map((text) => text.match(trace)?.[0]).find(Boolean),
      `${trace} in an answer`,
    ).toBeUndefined();
  }
});

it('during the input and after the payment, no attribute, URL, storage or cookie contains a part of the card', async () => {
  await placeOrderByRequest(demo, page);
  await chooseCardChannel(page);
  const fields = page.getByLabel('Card number');
  await fields.waitFor();
  await payByCard(page, { ...card, number: '4929831257104637' });
  await page.getByText('This card number doesn’t look right.').first().waitFor();
  const whileTyped = await keptBy(page);
  await payByCard(page, card);
  await waitForResult(page, 'Payment successful');
  const afterwards = await keptBy(page);
  // Shadow roots are searched too: the result contains the element's parts.
  expect(whileTyped).toContain('part="input');
  for (const trace of traces) {
    expect(whileTyped.match(trace)?.[0], `${trace} while it is typed`).toBeUndefined();
    expect(afterwards.match(trace)?.[0], `${trace} after it is paid`).toBeUndefined();
  }
  expect(whileTyped).not.toContain('492983');
});

it('the card form is not loaded before a card channel is chosen', async () => {
  await placeOrderByRequest(demo, page);
  await page.getByRole('radio', { name: 'KilatPay' }).check();
  await page.waitForLoadState('networkidle');
  const isCardPart = (response: Response): boolean => /\/pgw\/checkout\/card[-.]/.test(response.url());
  expect(responses.some((response) => /\/pgw\/checkout\//.test(response.url()))).toBe(true);
  expect(responses.filter(isCardPart).map((response) => response.url())).toEqual([]);
  await chooseCardChannel(page);
  await page.getByLabel('Card number').waitFor();
  expect(responses.filter(isCardPart)).not.toEqual([]);
});

/** Every attribute and text of the page with its shadow trees, its URL, storage and cookies. */
async function keptBy(shown: Page): Promise<string> {
  const inPage = await shown.evaluate(() => {
    const found: string[] = [location.href, document.title, JSON.stringify(history.state)];
    for (const storage of [localStorage, sessionStorage])
      for (let at = 0; at < storage.length; at += 1) {
        const key = storage.key(at) ?? '';
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
  return `${inPage}\n${JSON.stringify(await shown.context().cookies())}`;
}

/** The base64 of a text at offset `shift` within three bytes, without the characters that depend on its neighbors. */
function innerBase64(text: string, shift: number): string {
  const encoded = Buffer.from('\0'.repeat(shift) + text)
    .toString('base64')
    .replace(/=+$/, '');
  return encoded.slice(shift === 0 ? 0 : shift + 1, -1);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
