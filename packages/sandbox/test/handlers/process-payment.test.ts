import { readdir, readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, authType } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../src/status-numbers.ts';
import {
  allTestCards,
  cardOutcomes,
  defaultTenant,
  type CardOutcome,
  type Sandbox,
  type TestCard,
} from '../../src/index.ts';
import { startCallbackReceiver, Merchant, startSandboxWithMerchant } from '../merchant.ts';

function findTestCard(outcome: CardOutcome, brand: TestCard['brand'] = 'visa'): { cardNumber: string } {
  return {
    cardNumber: allTestCards.find((card) => card.outcome === outcome && card.brand === brand)!.number,
  };
}

const brandNames = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'UnionPay',
};

async function openCardPayment(merchant: Merchant, amount = 12890): Promise<string> {
  return (await merchant.openPayment({ channelId: channelIds.card, amount })).body.result.transactionNumber;
}

const readHeldAmount = (sandbox: Sandbox) =>
  sandbox.listAccounts().find(({ account }) => account === `clearing/${channelIds.card}`)?.balance ?? 0;

describe('a full payment', () => {
  it('a card payment has the result of the interface and sends a callback', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const { transactionNumber } = (
      await setup.merchant.openPayment({ channelId: channelIds.card, callbackUrl: receiver.url })
    ).body.result;
    const { status, body } = await setup.merchant.processCard(transactionNumber, {
      AuthType: authType.fullPayment,
    });
    expect(status).toBe(200);
    expect(endpoints.processPayment.response.parse(body.result)).toStrictEqual({
      status: paymentStatusNumber.success,
      type: authType.fullPayment,
      transactionNumber,
      partialTransactionNumber: null,
      amount: 12890,
    });
    expect((await receiver.waitForCallbacks(1))[0]?.body).toMatchObject({
      status: paymentStatusNumber.success,
      transactionNumber,
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body).toMatchObject({
      status: paymentStatusNumber.success,
      providerPaymentMethod: 'Visa ··1111',
    });
  });

  it('a request without AuthType charges in full', async () => {
    await using setup = await startSandboxWithMerchant();
    expect((await setup.merchant.processCard(await openCardPayment(setup.merchant))).body.result.type).toBe(
      authType.fullPayment,
    );
  });

  it('a card pays a payment whose channel is not chosen yet', async () => {
    await using setup = await startSandboxWithMerchant();
    const { transactionNumber } = (await setup.merchant.openPayment({ channelId: null })).body.result;
    expect((await setup.merchant.processCard(transactionNumber)).body.result.status).toBe(
      paymentStatusNumber.success,
    );
    expect(setup.sandbox.findPayment(transactionNumber)?.channelId).toBe(channelIds.card);
  });

  const cardsWithoutChallenge = allTestCards.filter(
    ({ outcome }) => outcome !== 'unknown-outcome' && !outcome.startsWith('challenge'),
  );

  it.each(cardsWithoutChallenge)(
    'the $brand test card $outcome leads to its status',
    async ({ brand, outcome, number: cardNumber, securityCode }) => {
      await using setup = await startSandboxWithMerchant({ slowResponseMs: 20 });
      const transactionNumber = await openCardPayment(setup.merchant);
      const { result } = (await setup.merchant.processCard(transactionNumber, { cardNumber, securityCode }))
        .body;
      expect(result.status).toBe(cardOutcomes[outcome].status);
      expect((await setup.merchant.queryPayment(transactionNumber)).body).toMatchObject({
        status: cardOutcomes[outcome].status,
        providerErrorMessage: cardOutcomes[outcome].message,
        providerPaymentMethod: `${brandNames[brand]} ··${cardNumber.slice(-4)}`,
      });
    },
  );

  it('a request with the card unknown-outcome gets no response, and a query returns a paid payment', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    await expect(
      setup.merchant.processCard(transactionNumber, findTestCard('unknown-outcome')),
    ).rejects.toThrow('fetch failed');
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      paymentStatusNumber.success,
    );
  });

  it('the response for the slow card is sent after slowResponseMs', async () => {
    await using setup = await startSandboxWithMerchant({ slowResponseMs: 120 });
    const transactionNumber = await openCardPayment(setup.merchant);
    const startedAt = Date.now();
    await setup.merchant.processCard(transactionNumber, findTestCard('slow'));
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(110);
  });

  it('an expired card is declined', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    const expiredMonth = { expiryMonth: '1', expiryYear: '24' };
    expect((await setup.merchant.processCard(transactionNumber, expiredMonth)).body.result.status).toBe(
      paymentStatusNumber.failed,
    );
    expect(setup.sandbox.findPayment(transactionNumber)?.providerMessage).toBe('Expired card');
  });
});

it.each(['000', '0000'])('the security code %s is wrong for every card', async (securityCode) => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await openCardPayment(setup.merchant);
  expect((await setup.merchant.processCard(transactionNumber, { securityCode })).body.result.status).toBe(
    paymentStatusNumber.failed,
  );
  expect(setup.sandbox.findPayment(transactionNumber)?.providerMessage).toBe('Wrong security code');
});

describe('refused', () => {
  it('a card request for an unknown transaction or one of another merchant gets 2010', async () => {
    const otherTenant = { ...defaultTenant, id: '2002', userName: 'b', secretKey: 'k2' };
    await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
    expect((await setup.merchant.processCard('2005NONE')).body.error.code).toBe(2010);
    const otherMerchant = await new Merchant(setup.sandbox.url, otherTenant).login();
    expect((await otherMerchant.processCard(await openCardPayment(setup.merchant))).body.error.code).toBe(
      2010,
    );
  });

  it('a card request gets 2022 for a processed payment and 2021 for an expired one', async () => {
    let skewMs = 0;
    await using setup = await startSandboxWithMerchant({ now: () => Date.now() + skewMs });
    const transactionNumber = await openCardPayment(setup.merchant);
    await setup.merchant.processCard(transactionNumber);
    expect(await setup.merchant.processCard(transactionNumber)).toMatchObject({
      status: 400,
      body: { error: { code: 2022 } },
    });
    const expiredNumber = await openCardPayment(setup.merchant);
    skewMs = 16 * 60_000;
    expect((await setup.merchant.processCard(expiredNumber)).body.error.code).toBe(2021);
  });

  it.each([
    [{ cardNumber: '4111111111111112' }, 'channelDetails.cardNumber'],
    [{ cardNumber: '4111' }, 'channelDetails.cardNumber'],
    [{ cardNumber: null }, 'channelDetails.cardNumber'],
    [{ expiryMonth: '13' }, 'channelDetails.expiryMonth'],
    [{ expiryYear: '1999' }, 'channelDetails.expiryMonth'],
    [{ securityCode: '12' }, 'channelDetails.securityCode'],
    [{ AuthType: 5 }, 'channelDetails.AuthType'],
  ])('the card details %j are refused with the field name and without its value', async (details, member) => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    const response = await setup.merchant.processCard(transactionNumber, details);
    expect(response.status).toBe(400);
    expect(response.body.error.validationErrors.flatMap(({ members }) => members)).toStrictEqual([member]);
    expect(JSON.stringify(response.body)).not.toMatch(/4111|"12"/);
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      paymentStatusNumber.pending,
    );
  });

  it('a card request with another amount, or for a channel without cards, is refused', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    const response = await setup.merchant.processCard(transactionNumber, {}, { amount: 1 });
    expect(response.body.error.validationErrors[0]?.members).toStrictEqual(['amount']);
    const walletNumber = (await setup.merchant.openPayment({ channelId: channelIds.pasarPay })).body.result
      .transactionNumber;
    expect((await setup.merchant.processCard(walletNumber)).body.error.message).toContain(
      'PasarPay does not accept cards',
    );
  });
});

describe('an authorised payment', () => {
  it('an authorised payment is captured in parts; the last capture releases the rest', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    const { result } = (
      await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth }, { amount: 12890 })
    ).body;
    expect(result).toMatchObject({ status: paymentStatusNumber.authorized, type: authType.preAuth });
    expect(readHeldAmount(setup.sandbox)).toBe(12890);
    const capture = (fields: Record<string, number | boolean>) =>
      setup.merchant.post('processPayment', {
        transactionNumber,
        channelDetails: { AuthType: authType.partialPayment },
        ...fields,
      });
    const first = (await capture({ amount: 5000 })).body.result;
    expect(first).toMatchObject({
      status: paymentStatusNumber.success,
      type: authType.partialPayment,
      amount: 5000,
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      paymentStatusNumber.authorized,
    );
    expect((await capture({ amount: 7891 })).body.error.validationErrors[0]?.message).toContain('7890');
    const last = (await capture({ amount: 2890, LastPayment: true })).body.result;
    expect(last.partialTransactionNumber).not.toBe(first.partialTransactionNumber);
    expect(readHeldAmount(setup.sandbox)).toBe(0);
    expect(setup.sandbox.findPayment(transactionNumber)).toMatchObject({
      status: paymentStatusNumber.success,
      paidAmount: 7890,
      heldAmount: 0,
    });
    expect((await capture({ amount: 1 })).body.error.code).toBe(2022);
    expect((await setup.merchant.refund(transactionNumber, { amount: 7891 })).body.code).toBe(2042);
    expect((await setup.merchant.refund(transactionNumber)).body.amount).toBe(7890);
  });

  it('an authorised payment is captured in full by a request without amount and type', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
    const { body } = await setup.merchant.post('processPayment', { transactionNumber });
    expect(body.result).toMatchObject({
      status: paymentStatusNumber.success,
      type: authType.partialPayment,
      amount: 12890,
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      paymentStatusNumber.success,
    );
  });

  it('a capture of a pending payment gets 2010', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    expect(
      (await setup.merchant.processCard(transactionNumber, { AuthType: authType.partialPayment })).body.error
        .code,
    ).toBe(2010);
  });

  it('an authorised payment can be neither refunded nor authorised again', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
    expect((await setup.merchant.refund(transactionNumber)).body.code).toBe(2010);
    expect(
      (await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth })).body.error.code,
    ).toBe(2022);
  });

  it.each([
    ['void', refundStatusNumber.voided],
    ['expire', paymentStatusNumber.expired],
  ] as const)(
    'endAuthorization with %s releases the whole amount and sends a callback with status %i',
    async (end, status) => {
      await using receiver = await startCallbackReceiver();
      await using setup = await startSandboxWithMerchant();
      const { transactionNumber } = (
        await setup.merchant.openPayment({ channelId: channelIds.card, callbackUrl: receiver.url })
      ).body.result;
      await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
      expect(setup.sandbox.endAuthorization(transactionNumber, end)).toBe(true);
      expect(readHeldAmount(setup.sandbox)).toBe(0);
      expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(status);
      expect((await receiver.waitForCallbacks(2)).map(({ body }) => body.status)).toStrictEqual([
        paymentStatusNumber.authorized,
        status,
      ]);
      const capture = await setup.merchant.post('processPayment', { transactionNumber });
      expect(capture.body.error.code).toBe(status === paymentStatusNumber.expired ? 2021 : 2022);
      expect(setup.sandbox.endAuthorization(transactionNumber, end)).toBe(false);
    },
  );

  it('an authorisation expires; a captured part stays paid', async () => {
    let skewMs = 0;
    await using setup = await startSandboxWithMerchant({
      now: () => Date.now() + skewMs,
      authorizationLifetimeMs: 3_600_000,
    });
    const [uncapturedNumber, part] = [
      await openCardPayment(setup.merchant),
      await openCardPayment(setup.merchant),
    ];
    for (const transactionNumber of [uncapturedNumber, part])
      await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
    await setup.merchant.post('processPayment', { transactionNumber: part, amount: 5000 });
    skewMs = 3_599_000;
    expect(setup.sandbox.findPayment(uncapturedNumber)?.status).toBe(paymentStatusNumber.authorized);
    skewMs = 3_601_000;
    expect(setup.sandbox.findPayment(uncapturedNumber)).toMatchObject({
      status: paymentStatusNumber.expired,
      paidAmount: 0,
      heldAmount: 0,
    });
    expect(setup.sandbox.findPayment(part)).toMatchObject({
      status: paymentStatusNumber.success,
      paidAmount: 5000,
      heldAmount: 0,
    });
    expect(readHeldAmount(setup.sandbox)).toBe(0);
  });

  it('changeStatus to 3 (cancelled) releases the whole amount of an authorised payment', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
    setup.sandbox.changeStatus(transactionNumber, paymentStatusNumber.cancelled);
    expect(readHeldAmount(setup.sandbox)).toBe(0);
    const customers = setup.sandbox.listAccounts().find(({ account }) => account === 'customers');
    expect(customers?.balance).toBe(0);
  });
});

it('a card verification moves no money and leaves the payment pending', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await openCardPayment(setup.merchant);
  const accountsBefore = setup.sandbox.listAccounts();
  const approved = (await setup.merchant.processCard(transactionNumber, { AuthType: authType.verify })).body
    .result;
  expect(approved).toMatchObject({ status: paymentStatusNumber.success, type: authType.verify, amount: 0 });
  const declined = await setup.merchant.processCard(transactionNumber, {
    AuthType: authType.verify,
    ...findTestCard('declined', 'mastercard'),
  });
  expect(declined.body.result.status).toBe(paymentStatusNumber.failed);
  expect(setup.sandbox.listAccounts()).toStrictEqual(accountsBefore);
  expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
    paymentStatusNumber.pending,
  );
});

it('the data directory contains no card number, security code or card holder', async () => {
  const data = await mkdtemp(join(tmpdir(), 'pgw-sandbox-'));
  try {
    // Constant random bytes: the digits of the security code cannot be in a random number.
    await using setup = await startSandboxWithMerchant({ data, random: (size) => Buffer.alloc(size, 0xaa) });
    const transactionNumber = await openCardPayment(setup.merchant);
    await setup.merchant.processCard(
      transactionNumber,
      { securityCode: '9173', holderName: 'QUILLON' },
      { savePayment: true },
    );
    for (const name of await readdir(data)) {
      const bytes = await readFile(join(data, name), 'latin1');
      expect(bytes).not.toContain('4111111111111111');
      expect(bytes).not.toContain('411111');
      expect(bytes).not.toContain('9173');
      expect(bytes).not.toContain('QUILLON');
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
