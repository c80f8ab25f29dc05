import { authType, redirectionType } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber } from '../../../src/catalogue/status-numbers.ts';
import { defaultTenant, type CardOutcome } from '../../../src/index.ts';
import { findCard } from '../../../src/testing/card.ts';
import { Merchant, startSandboxWithMerchant, otherTenant } from '../../merchant.ts';

const saveFields = { savePayment: true };

async function openCardPayment(merchant: Merchant): Promise<string> {
  return (await merchant.openPayment({ channelId: channelIds.card })).body.result.transactionNumber;
}

/** Saves a card with this outcome and returns its token. */
async function saveCard(merchant: Merchant, outcome: CardOutcome = 'approved'): Promise<string> {
  const response = await merchant.processCard(
    await openCardPayment(merchant),
    { cardNumber: findCard(outcome).number },
    saveFields,
  );
  return response.body.result.paymentToken;
}

function payByCard(merchant: Merchant, transactionNumber: string, details: Record<string, string | number>) {
  return merchant.post('processPayment', { transactionNumber, channelDetails: details });
}

describe('a saved card', () => {
  it('savePayment returns a token for an approved card, and no token for a declined card', async () => {
    await using setup = await startSandboxWithMerchant();
    expect(await saveCard(setup.merchant)).toMatch(/^tok_[0-9A-F]{32}$/);
    expect(await saveCard(setup.merchant, 'declined')).toBeUndefined();
  });

  it('a saved card pays with its token and security code', async () => {
    await using setup = await startSandboxWithMerchant();
    const paymentToken = await saveCard(setup.merchant);
    const transactionNumber = await openCardPayment(setup.merchant);
    const response = await payByCard(setup.merchant, transactionNumber, {
      paymentToken,
      securityCode: '123',
      AuthType: authType.fullPayment,
    });
    expect(response.body.result).toMatchObject({
      status: paymentStatusNumber.success,
      type: authType.fullPayment,
      amount: 12890,
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body).toMatchObject({
      status: paymentStatusNumber.success,
      providerPaymentMethod: 'Visa ··0002',
    });
  });

  it('the token of a saved card is refused for another merchant, and the refusal does not contain it', async () => {
    await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
    const paymentToken = await saveCard(setup.merchant);
    const otherMerchant = await new Merchant(setup.sandbox.url, otherTenant).login();
    const refusal = await payByCard(otherMerchant, await openCardPayment(otherMerchant), { paymentToken });
    expect(refusal.body.error.validationErrors[0]?.members).toStrictEqual(['channelDetails.paymentToken']);
    expect(JSON.stringify(refusal.body)).not.toContain(paymentToken);
  });

  it('a saved card keeps its token when it is saved again', async () => {
    await using setup = await startSandboxWithMerchant();
    const paymentToken = await saveCard(setup.merchant);
    const response = await setup.merchant.post('processPayment', {
      transactionNumber: await openCardPayment(setup.merchant),
      channelDetails: { paymentToken },
      ...saveFields,
    });
    expect(response.body.result.paymentToken).toBe(paymentToken);
  });

  it('a saved card is declined with a wrong security code', async () => {
    await using setup = await startSandboxWithMerchant();
    const paymentToken = await saveCard(setup.merchant);
    const transactionNumber = await openCardPayment(setup.merchant);
    expect(
      (await payByCard(setup.merchant, transactionNumber, { paymentToken, securityCode: '000' })).body.result
        .status,
    ).toBe(paymentStatusNumber.failed);
    expect(setup.sandbox.findPayment(transactionNumber)?.providerMessage).toBe('Wrong security code');
  });

  it('a saved card is declined after its expiry', async () => {
    const yearMs = 365 * 86_400_000;
    let clockOffsetMs = 0;
    await using setup = await startSandboxWithMerchant({ now: () => Date.now() + clockOffsetMs });
    const paymentToken = await saveCard(setup.merchant);
    clockOffsetMs = 20 * yearMs;
    await setup.merchant.login();
    const timestamp = Date.now() + clockOffsetMs;
    const { result } = (await setup.merchant.openPayment({ channelId: channelIds.card, timestamp })).body;
    const response = await payByCard(setup.merchant, result.transactionNumber, { paymentToken });
    expect(response.body.result.status).toBe(paymentStatusNumber.failed);
    expect(setup.sandbox.findPayment(result.transactionNumber)?.providerMessage).toBe('Expired card');
  });

  it('the response to a payment with a saved slow card is sent after slowResponseMs', async () => {
    const slowResponseMs = 120;
    // Timers may end a few milliseconds early.
    const toleranceMs = 10;
    await using setup = await startSandboxWithMerchant({ slowResponseMs });
    const paymentToken = await saveCard(setup.merchant, 'slow');
    const startedAt = Date.now();
    await payByCard(setup.merchant, await openCardPayment(setup.merchant), { paymentToken });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(slowResponseMs - toleranceMs);
  });

  it('after a lost response, the payment record contains the token of the saved card', async () => {
    await using setup = await startSandboxWithMerchant();
    const cardNumber = findCard('unknown-outcome').number;
    const transactionNumber = await openCardPayment(setup.merchant);
    await expect(setup.merchant.processCard(transactionNumber, { cardNumber }, saveFields)).rejects.toThrow();
    expect((await setup.merchant.queryPayment(transactionNumber)).body).toMatchObject({
      status: paymentStatusNumber.success,
      paymentToken: expect.stringMatching(/^tok_/),
    });
  });

  it('a card can be verified and saved without a payment', async () => {
    await using setup = await startSandboxWithMerchant();
    const response = await setup.merchant.processCard(
      await openCardPayment(setup.merchant),
      { AuthType: authType.verify },
      saveFields,
    );
    expect(response.body.result.paymentToken).toMatch(/^tok_/);
  });
});

describe('a card with a bank challenge', () => {
  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields) });

  it.each(['url', 'script'] as const)(
    'a card with a bank challenge gets a redirect by %s and stays pending',
    async (method) => {
      await using setup = await startSandboxWithMerchant();
      const transactionNumber = await openCardPayment(setup.merchant);
      const { result } = (
        await setup.merchant.processCard(transactionNumber, {
          cardNumber: findCard(`challenge-by-${method}`).number,
        })
      ).body;
      expect(result).toMatchObject({
        status: paymentStatusNumber.pending,
        type: authType.fullPayment,
        redirectionType: redirectionType[method],
        redirectUrl: `${setup.sandbox.url}/bank/${transactionNumber}`,
      });
      expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
        paymentStatusNumber.pending,
      );
    },
  );

  it('the script of a card with a bank challenge posts a form that shows the page of the bank', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    const cardNumber = findCard('challenge-by-script').number;
    const { result } = (await setup.merchant.processCard(transactionNumber, { cardNumber })).body;
    const action = `${setup.sandbox.url}/challenge/${transactionNumber}`;
    expect(result.clientScript).toContain(`"${action}"`);
    const page = await (await post(action, { source: 'checkout' })).text();
    expect(page).toContain('Is this you?');
    expect(page).toContain(`Visa ··${cardNumber.slice(-4)}`);
  });

  it('the redirect URL of a card with a bank challenge shows the page of the bank, without a script', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    const cardNumber = findCard('challenge-by-url').number;
    const { result } = (await setup.merchant.processCard(transactionNumber, { cardNumber })).body;
    expect(result.clientScript).toBeNull();
    expect(await (await fetch(result.redirectUrl)).text()).toContain('Is this you?');
  });

  it.each([
    ['123456', 'fullPayment', 'success'],
    ['123456', 'preAuth', 'authorized'],
    ['000000', 'fullPayment', 'failed'],
    ['12', 'fullPayment', 'pending'],
  ] as const)(
    "the bank's code %s for the AuthType %s leads to the status %s",
    async (code, typeName, status) => {
      await using setup = await startSandboxWithMerchant();
      const transactionNumber = await openCardPayment(setup.merchant);
      const card = { cardNumber: findCard('challenge-by-url').number, AuthType: authType[typeName] };
      const { redirectUrl } = (await setup.merchant.processCard(transactionNumber, card)).body.result;
      await post(redirectUrl, { outcome: 'approve', code });
      expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
        paymentStatusNumber[status],
      );
    },
  );

  it('a card with a bank challenge is saved only after the shopper has approved', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    const response = await setup.merchant.processCard(
      transactionNumber,
      { cardNumber: findCard('challenge-by-url').number },
      saveFields,
    );
    expect(response.body.result).not.toHaveProperty('paymentToken');
    expect((await setup.merchant.queryPayment(transactionNumber)).body).not.toHaveProperty('paymentToken');
    await post(response.body.result.redirectUrl, { outcome: 'approve', code: '123456' });
    expect((await setup.merchant.queryPayment(transactionNumber)).body).toHaveProperty('paymentToken');
  });

  it('before a bank challenge is decided, a payment can be made with another card', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    await setup.merchant.processCard(
      transactionNumber,
      { cardNumber: findCard('challenge-by-url').number },
      saveFields,
    );
    expect((await setup.merchant.processCard(transactionNumber)).body.result.status).toBe(
      paymentStatusNumber.success,
    );
    expect((await setup.merchant.queryPayment(transactionNumber)).body).toMatchObject({
      providerPaymentMethod: 'Visa ··1111',
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body).not.toHaveProperty('paymentToken');
  });
});
