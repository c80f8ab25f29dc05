import { describe, expect, it } from 'vitest';
import { allTestCards, defaultTenant, type CardOutcome } from '../../src/index.ts';
import { Merchant, openShop } from '../merchant.ts';

const save = { savePayment: true };

async function opened(merchant: Merchant): Promise<string> {
  return (await merchant.pay({ channelId: 4 })).body.result.transactionNumber;
}

/** Saves a card with this outcome and returns its token. */
async function saved(merchant: Merchant, outcome: CardOutcome = 'approved'): Promise<string> {
  const card = allTestCards.find((each) => each.outcome === outcome && each.brand === 'visa');
  const response = await merchant.card(await opened(merchant), { cardNumber: card?.number ?? '' }, save);
  return response.body.result.paymentToken;
}

function again(merchant: Merchant, transactionNumber: string, details: Record<string, string | number>) {
  return merchant.post('processPayment', { transactionNumber, channelDetails: details });
}

describe('a saved card', () => {
  it('an approved card is saved with its own token', async () => {
    await using shop = await openShop();
    expect(await saved(shop.merchant)).toMatch(/^tok_[0-9A-F]{32}$/);
    expect(await saved(shop.merchant, 'declined')).toBeUndefined();
  });

  it('a saved card pays with its token and the security code, only for its merchant', async () => {
    const other = { ...defaultTenant, id: '2002', userName: 'b', secretKey: 'k2' };
    await using shop = await openShop({ tenants: [defaultTenant, other] });
    const paymentToken = await saved(shop.merchant);
    const number = await opened(shop.merchant);
    const response = await again(shop.merchant, number, { paymentToken, securityCode: '123', AuthType: 2 });
    expect(response.body.result).toMatchObject({ status: 1, type: 2, amount: 12890 });
    expect((await shop.merchant.query(number)).body).toMatchObject({
      status: 1,
      providerPaymentMethod: 'Visa ··0002',
    });
    const stranger = await new Merchant(shop.sandbox.url, other).login();
    const refused = await again(stranger, await opened(stranger), { paymentToken });
    expect(refused.body.error.validationErrors[0]?.members).toStrictEqual(['channelDetails.paymentToken']);
    expect(JSON.stringify(refused.body)).not.toContain(paymentToken);
  });

  it('a saved card keeps its token when it is saved again', async () => {
    await using shop = await openShop();
    const paymentToken = await saved(shop.merchant);
    const response = await shop.merchant.post('processPayment', {
      transactionNumber: await opened(shop.merchant),
      channelDetails: { paymentToken },
      ...save,
    });
    expect(response.body.result.paymentToken).toBe(paymentToken);
  });

  it('a saved card is declined with a wrong security code, and after its expiry', async () => {
    let skew = 0;
    await using shop = await openShop({ now: () => Date.now() + skew });
    const paymentToken = await saved(shop.merchant);
    const number = await opened(shop.merchant);
    expect(
      (await again(shop.merchant, number, { paymentToken, securityCode: '000' })).body.result.status,
    ).toBe(2);
    expect(shop.sandbox.findPayment(number)?.providerMessage).toBe('Wrong security code');
    skew = 20 * 365 * 86_400_000;
    const timestamp = Date.now() + skew;
    await shop.merchant.login();
    const late = (await shop.merchant.pay({ channelId: 4, timestamp })).body.result.transactionNumber;
    expect((await again(shop.merchant, late, { paymentToken })).body.result.status).toBe(2);
    expect(shop.sandbox.findPayment(late)?.providerMessage).toBe('Expired card');
  });

  it('a saved card has the outcome of its number', async () => {
    await using shop = await openShop({ slowResponseMs: 120 });
    const paymentToken = await saved(shop.merchant, 'slow');
    const before = Date.now();
    await again(shop.merchant, await opened(shop.merchant), { paymentToken });
    expect(Date.now() - before).toBeGreaterThanOrEqual(110);
  });

  it('the token of a saved card is in the payment record when the response was lost', async () => {
    await using shop = await openShop();
    const card = allTestCards.find(({ outcome }) => outcome === 'unknown-outcome');
    const number = await opened(shop.merchant);
    await expect(shop.merchant.card(number, { cardNumber: card?.number ?? '' }, save)).rejects.toThrow();
    expect((await shop.merchant.query(number)).body).toMatchObject({
      status: 1,
      paymentToken: expect.stringMatching(/^tok_/),
    });
  });

  it('a card can be verified and saved without a payment', async () => {
    await using shop = await openShop();
    const response = await shop.merchant.card(await opened(shop.merchant), { AuthType: 4 }, save);
    expect(response.body.result.paymentToken).toMatch(/^tok_/);
  });
});

describe('a card with a bank challenge', () => {
  const challenge = (way: 'url' | 'script') =>
    allTestCards.find(({ outcome }) => outcome === `challenge-by-${way}`)?.number ?? '';
  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields) });

  it.each(['url', 'script'] as const)(
    'a card with a bank challenge gets a redirect by %s and stays pending',
    async (way) => {
      await using shop = await openShop();
      const number = await opened(shop.merchant);
      const { result } = (await shop.merchant.card(number, { cardNumber: challenge(way) })).body;
      expect(result).toMatchObject({
        status: 0,
        type: 2,
        redirectionType: way === 'url' ? 1 : 2,
        redirectUrl: `${shop.sandbox.url}/bank/${number}`,
      });
      const action = `${shop.sandbox.url}/challenge/${number}`;
      if (way === 'url') expect(result.clientScript).toBeNull();
      else expect(result.clientScript).toContain(`"${action}"`);
      expect((await shop.merchant.query(number)).body.status).toBe(0);
      const page = await (await post(action, { source: 'checkout' })).text();
      expect(page).toContain('Is this you?');
      expect(page).toContain(`Visa ··${challenge(way).slice(-4)}`);
    },
  );

  it.each([
    ['123456', 2, 1],
    ['123456', 1, 9],
    ['000000', 2, 2],
    ['12', 2, 0],
  ])("the bank's code %s for AuthType %i leads to status %i", async (code, AuthType, status) => {
    await using shop = await openShop();
    const number = await opened(shop.merchant);
    const card = { cardNumber: challenge('url'), AuthType };
    const { redirectUrl } = (await shop.merchant.card(number, card)).body.result;
    await post(redirectUrl, { outcome: 'approve', code });
    expect((await shop.merchant.query(number)).body.status).toBe(status);
  });

  it('a card with a bank challenge is saved after the customer has approved', async () => {
    await using shop = await openShop();
    const number = await opened(shop.merchant);
    const challenged = await shop.merchant.card(number, { cardNumber: challenge('url') }, save);
    expect(challenged.body.result).not.toHaveProperty('paymentToken');
    expect((await shop.merchant.query(number)).body).not.toHaveProperty('paymentToken');
    await post(challenged.body.result.redirectUrl, { outcome: 'approve', code: '123456' });
    expect((await shop.merchant.query(number)).body).toHaveProperty('paymentToken');
  });

  it('another card can be used before the bank challenge is decided; the last card counts', async () => {
    await using shop = await openShop();
    const number = await opened(shop.merchant);
    await shop.merchant.card(number, { cardNumber: challenge('url') }, save);
    expect((await shop.merchant.card(number)).body.result.status).toBe(1);
    expect((await shop.merchant.query(number)).body).toMatchObject({ providerPaymentMethod: 'Visa ··1111' });
    expect((await shop.merchant.query(number)).body).not.toHaveProperty('paymentToken');
  });
});
