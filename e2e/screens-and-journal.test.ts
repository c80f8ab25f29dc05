import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { bankTexts } from '../packages/checkout/src/locales/en-banks.ts';
import { cardTexts } from '../packages/checkout/src/locales/en-card.ts';
import { inAppBrowserTexts } from '../packages/checkout/src/locales/en-in-app-browser.ts';
import { outcomeTexts } from '../packages/checkout/src/locales/en-outcomes.ts';
import { en, type TextId, type Texts } from '../packages/checkout/src/locales/en.ts';
import { languages } from '../packages/checkout/src/locales/index.ts';
import { cardChannelId, openCardShop, type CardShop } from '../packages/server/test/card-shop.ts';
import {
  createTestClient,
  duitNowQr,
  fpx,
  gatewayStatus,
  kilatPay,
  type ShopOptions,
} from '../packages/server/test/shop.ts';
import { isNightly, selectCases } from '../scripts/nightly.ts';
import { openPage } from './browser.ts';
import { startSandboxProcess } from './sandbox-process.ts';
import { getCardFields, findTestCard } from './card-shopper.ts';
import { renderTags } from './widget.ts';

// What a screen says about money is compared with the journal of the gateway, in English, and in the nightly run in every
// language. The shop and the sandbox run in this process, so that the test can read the journal, break responses and
// decide payments.

const points = 13;

/** The sentences that say that money was taken, or that it was not. */
const takenIds: readonly TextId[] = ['money.taken', 'already-paid', 'success'];
const notTakenIds: readonly TextId[] = ['money.not-taken', 'error.start', 'error.busy', 'error.app'];

async function openShopWithPages(options: ShopOptions = {}): Promise<CardShop> {
  const setUpApp: ShopOptions['setUpApp'] = (app) => {
    app.get(['/checkout', '/status'], ({ path, query }, response) => {
      const element =
        path === '/checkout'
          ? '<pgw-checkout order="A1"></pgw-checkout>'
          : `<pgw-payment-status payment="${typeof query['payment'] === 'string' ? query['payment'] : ''}"></pgw-payment-status>`;
      response.send(
        `<!doctype html><html lang="en"><title>Shop</title>${renderTags()}<body>${element}</body>`,
      );
    });
  };
  const shop = await openCardShop({ setUpApp, ...options });
  onTestFinished(() => shop.close());
  return shop;
}

async function loadTexts(): Promise<readonly (readonly [string, Texts])[]> {
  const english: Texts = { ...en, ...bankTexts, ...cardTexts, ...inAppBrowserTexts, ...outcomeTexts };
  const others = (isNightly ? Object.entries(languages) : []).map(
    async ([language, file]) => [language, (await file.load()).texts] as const,
  );
  return [['en', english], ...(await Promise.all(others))];
}

/** The text of the element in a language, without what belongs to no language. */
async function readIn(page: Page, language: string): Promise<string> {
  await page.evaluate((lang) => (document.documentElement.lang = lang), language);
  const frame = page.locator('.pgw');
  await frame.and(page.locator(`[lang="${language}"]`)).waitFor();
  return (await frame.innerText()).replaceAll(/\s+/g, ' ');
}

/** Fails if the screen says that money was taken or not taken, and the journal of the gateway has the contrary. */
async function compareWithJournal(shop: CardShop, pages: readonly Page[]): Promise<void> {
  const payments = shop.sandbox.listPayments();
  const isTaken = payments.some(({ status }) => status === gatewayStatus.success);
  const sentCards = shop.sandbox
    .listActivities({ kind: 'request' })
    .filter(({ data }) => data.endpoint === 'processPayment');
  // Without a card, a pending payment of the card channel can charge nothing.
  const canBeTaken = payments.some(
    ({ status, channelId, transactionNumber }) =>
      status === gatewayStatus.pending &&
      (channelId !== cardChannelId || sentCards.some(({ data }) => data.body?.includes(transactionNumber))),
  );
  for (const [language, texts] of await loadTexts())
    for (const page of pages) {
      const text = await readIn(page, language);
      const says = (id: TextId): boolean => text.includes(JSON.stringify(texts[id]).slice(1, -1));
      const context = `${language}: ${text}`;
      if (takenIds.some(says)) expect(isTaken, context).toBe(true);
      if (notTakenIds.some(says)) expect([isTaken, canBeTaken], context).toEqual([false, false]);
    }
  await Promise.all(pages.map((page) => readIn(page, 'en')));
}

async function openTab(shop: CardShop, first: Page | undefined, path: string): Promise<Page> {
  const page = first === undefined ? await openPage() : await first.context().newPage();
  await page.goto(`${shop.url}${path}`);
  await page.locator('.pgw:not([aria-busy=true])').first().waitFor();
  return page;
}

const names: Readonly<Record<number, string>> = {
  [kilatPay]: 'KilatPay',
  [fpx]: 'FPX online banking',
  [duitNowQr]: 'DuitNow QR',
  [points]: 'Bintang Rewards',
};

async function pay(page: Page, channelId: number): Promise<void> {
  await page.getByRole('radio', { name: names[channelId] ?? '' }).check();
  if (channelId === fpx) await page.getByRole('radio', { name: 'Bank Seri' }).check();
  await page.getByRole('button', { name: /^Pay RM/ }).click();
}

async function payByCard(page: Page, outcome: Parameters<typeof findTestCard>[0]): Promise<void> {
  await page.getByRole('radio', { name: 'Credit or debit card' }).check();
  const { number, securityCode } = findTestCard(outcome);
  const fields = getCardFields(page);
  await fields.number.fill(number ?? '');
  await fields.expiry.fill('12/39');
  await fields.code.fill(securityCode);
  await fields.name.fill('Aisyah Rahman');
  await page.getByRole('button', { name: /^Pay RM/ }).click();
}

const outcomes = [
  ['approve', 'The money was taken.'],
  ['decline', 'No money was taken.'],
  ['cancel', 'No money was taken.'],
  ['expire', 'No money was taken.'],
] as const;
const redirected = [kilatPay, fpx, duitNowQr].flatMap((channelId) =>
  outcomes.map(([outcome, sentence]) => ({ channel: names[channelId], channelId, outcome, sentence })),
);

it.each(selectCases(redirected, 1))(
  'each tab of an order that $channel ends with "$outcome" says what the journal has, without a reload',
  async ({ channelId, outcome, sentence }) => {
    const shop = await openShopWithPages();
    const list = await openTab(shop, undefined, '/checkout');
    const payer = await openTab(shop, list, '/checkout');
    await pay(payer, channelId);
    await payer.waitForURL(`${shop.sandbox.url}/**`);
    const [payment] = shop.sandbox.listPayments();
    if (payment === undefined) throw new Error('The sandbox has no payment.');
    const asking = await openTab(shop, list, '/checkout');
    await asking.getByRole('heading', { name: 'Did you finish paying' }).waitFor();
    await compareWithJournal(shop, [list, asking]);
    shop.sandbox.decide(payment.transactionNumber, outcome);
    await asking.getByText(sentence).waitFor();
    await payer.goto(`${shop.url}/status?payment=${payment.referenceCode}`);
    await payer.getByText(sentence).waitFor();
    if (outcome === 'approve') await list.getByText(sentence).waitFor();
    await compareWithJournal(shop, [list, asking, payer]);
  },
);

it.each(selectCases(['response-lost', 'response-500', 'request-lost'] as const, 1))(
  'a start at the gateway with %s is said to be unclear, and Try again leads to the bank',
  async (fault) => {
    const shop = await openShopWithPages();
    const page = await openTab(shop, undefined, '/checkout');
    shop.sandbox.scenario(fault, { endpoint: 'requestPayment' });
    await pay(page, kilatPay);
    await page.getByRole('heading', { name: 'We don’t know whether KilatPay has your payment' }).waitFor();
    await compareWithJournal(shop, [page]);
    if (fault === 'request-lost') await page.reload();
    await page.getByText('No money moves before you approve the payment there.').waitFor();
    await compareWithJournal(shop, [page]);
    shop.sandbox.scenario(fault, false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(`${shop.sandbox.url}/**`);
    // After a lost response the gateway has a payment to which no browser can be redirected, and the next one is another.
    expect(shop.sandbox.listPayments()).toHaveLength(fault === 'response-lost' ? 2 : 1);
  },
);

it('points whose start was lost are not paid again before the screen says that this may pay twice', async () => {
  const shop = await openShopWithPages();
  const page = await openTab(shop, undefined, '/checkout');
  shop.sandbox.scenario('response-lost', { endpoint: 'requestPayment', times: 1 });
  await pay(page, points);
  await page.getByText('We don’t know yet whether money was taken.').waitFor();
  await compareWithJournal(shop, [page]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Check my payment' }).click();
  await page.getByRole('heading', { name: 'Bintang Rewards has your payment' }).waitFor();
  await page.getByText('If you pay again, you may pay twice.').waitFor();
  await compareWithJournal(shop, [page]);
  const other = await openTab(shop, page, '/checkout');
  await other.getByRole('heading', { name: 'Bintang Rewards has your payment' }).waitFor();
  const [payment, ...others] = shop.sandbox.listPayments();
  if (payment === undefined) throw new Error('The sandbox has no payment.');
  expect(others).toEqual([]);
  shop.sandbox.decide(payment.transactionNumber, 'approve');
  for (const tab of [page, other]) await tab.getByText('The money was taken.').waitFor();
  await compareWithJournal(shop, [page, other]);
});

// In every run, the next test has a card that is approved.
it.each(
  selectCases(
    [
      ['approved', 'The money was taken.'],
      ['approved-response-lost', 'The money was taken.'],
    ] as const,
    0,
  ),
)('a card that is %s says "%s"', async (outcome, sentence) => {
  const shop = await openShopWithPages();
  const page = await openTab(shop, undefined, '/checkout');
  if (outcome === 'approved-response-lost')
    shop.sandbox.scenario('response-lost', { endpoint: 'processPayment' });
  await payByCard(page, 'approved');
  await page.getByText(sentence).waitFor();
  await compareWithJournal(shop, [page]);
});

it('a card whose response is lost is said to be unclear as long as the gateway says nothing', async () => {
  const shop = await openShopWithPages();
  const page = await openTab(shop, undefined, '/checkout');
  for (const endpoint of ['processPayment', 'queryPayment'] as const)
    shop.sandbox.scenario(endpoint === 'processPayment' ? 'response-lost' : 'response-500', { endpoint });
  await payByCard(page, 'approved');
  await page.getByText('We don’t know whether your card was charged. We’re checking.').first().waitFor();
  await compareWithJournal(shop, [page]);
  const other = await openTab(shop, page, '/checkout');
  await other.getByText('Don’t pay again until we do.').waitFor();
  await compareWithJournal(shop, [page, other]);
  shop.sandbox.scenario('response-500', false);
  await page.getByText('The money was taken.').waitFor();
  await compareWithJournal(shop, [page, other]);
});

// In every run, another test has a start without a response.
if (isNightly)
  it('while the sandbox is frozen, each screen says what is known, and afterwards the payment goes on', async () => {
    const sandbox = await startSandboxProcess();
    const gateway = createTestClient(sandbox.url, { timeoutMs: 2_000 });
    const shop = await openShopWithPages({ gateway, gatewayUrl: sandbox.url });
    onTestFinished(() => gateway.close());
    const page = await openTab(shop, undefined, '/checkout');
    await page.getByRole('radio', { name: 'KilatPay' }).check();
    sandbox.freeze();
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await page.getByRole('heading', { name: 'We don’t know whether KilatPay has your payment' }).waitFor();
    await page.getByText('No money moves before you approve the payment there.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('We don’t know whether KilatPay has your payment').waitFor();
    expect(await page.getByText('Nothing was charged').count()).toBe(0);
    sandbox.goOn();
    await page.getByRole('button', { name: /^Pay RM|^Try again/ }).click();
    await page.waitForURL(`${sandbox.url}/**`);
    const bankUrl = page.url();
    await page.goBack();
    await page.getByRole('heading', { name: 'Did you finish paying at KilatPay?' }).waitFor();
    sandbox.freeze();
    await page.getByRole('button', { name: 'Check my payment' }).click();
    await page.getByText('We don’t know yet whether money was taken.').waitFor();
    sandbox.goOn();
    const form = { outcome: 'approve', callback: 'now', return: 'never' };
    await page.context().request.post(bankUrl, { form });
    await page.getByText('The money was taken.').waitFor();
  });

// In every run, widget-back.test.ts has a payment that was left by Back, and card-limits.test.ts of the server the limit.
if (isNightly)
  it('a challenge of a card that was left by Back is continued at the bank of the card', async () => {
    const shop = await openShopWithPages();
    const page = await openTab(shop, undefined, '/checkout');
    await payByCard(page, 'challenge-by-url');
    await page.waitForURL(`${shop.sandbox.url}/**`);
    await page.goBack();
    await page.getByRole('heading', { name: 'Did you finish paying at your card’s bank?' }).waitFor();
    await compareWithJournal(shop, [page]);
    await page.getByRole('button', { name: 'Continue to your card’s bank' }).click();
    await page.waitForURL(`${shop.sandbox.url}/**`);
  });

if (isNightly)
  it('a card at the limit was not sent: the screen says so, and another way to pay is open', async () => {
    const shop = await openShopWithPages({ cards: { limits: { perAddress: 1 } } });
    const page = await openTab(shop, undefined, '/checkout');
    await payByCard(page, 'declined');
    await page.locator('[part~="notice-warning"]').waitFor();
    await payByCard(page, 'approved');
    await page.getByText('Too many tries. Nothing was charged.').first().waitFor();
    await page.getByText('You can also pay with').first().waitFor();
    await compareWithJournal(shop, [page]);
    const [payment] = await shop.checkout.payments.list({ orderId: 'A1' });
    const status = await openTab(shop, page, `/status?payment=${payment?.reference}`);
    await status.getByRole('heading', { name: 'Not paid yet' }).waitFor();
    await compareWithJournal(shop, [page, status]);
    await pay(page, kilatPay);
    await page.waitForURL(`${shop.sandbox.url}/**`);
  });
