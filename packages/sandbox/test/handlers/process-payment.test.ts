import { readdir, readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, authType } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../src/catalogue/status-numbers.ts';
import {
  allTestCards,
  cardOutcomes,
  defaultTenant,
  type CardOutcome,
  type Sandbox,
  type TestCard,
} from '../../src/index.ts';
import { findCard } from '../../src/testing/card.ts';
import { faultCodes } from '../fault-codes.ts';
import { startCallbackReceiver, Merchant, startSandboxWithMerchant, otherTenant } from '../merchant.ts';

function findTestCard(outcome: CardOutcome, brand: TestCard['brand'] = 'visa'): { cardNumber: string } {
  return { cardNumber: findCard(outcome, brand).number };
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

  it('a card request without AuthType charges the full amount', async () => {
    await using setup = await startSandboxWithMerchant();
    expect((await setup.merchant.processCard(await openCardPayment(setup.merchant))).body.result.type).toBe(
      authType.fullPayment,
    );
  });

  it('a card request for a payment without a channel pays it, and sets the card channel', async () => {
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
    'a payment with the $brand test card for $outcome gets the status of this outcome',
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
    const slowResponseMs = 120;
    // Timers may end a few milliseconds early.
    const toleranceMs = 10;
    await using setup = await startSandboxWithMerchant({ slowResponseMs });
    const transactionNumber = await openCardPayment(setup.merchant);
    const startedAt = Date.now();
    await setup.merchant.processCard(transactionNumber, findTestCard('slow'));
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(slowResponseMs - toleranceMs);
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
  it('a card request for an unknown transaction or one of another merchant gets fault 2010 (not found)', async () => {
    await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
    expect((await setup.merchant.processCard('2005NONE')).body.error.code).toBe(
      faultCodes.transactionNotFound,
    );
    const otherMerchant = await new Merchant(setup.sandbox.url, otherTenant).login();
    expect((await otherMerchant.processCard(await openCardPayment(setup.merchant))).body.error.code).toBe(
      faultCodes.transactionNotFound,
    );
  });

  it('a card request for a paid payment gets fault 2022 (already processed)', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    await setup.merchant.processCard(transactionNumber);
    expect(await setup.merchant.processCard(transactionNumber)).toMatchObject({
      status: 400,
      body: { error: { code: faultCodes.alreadyProcessed } },
    });
  });

  it('a card request for an expired payment gets fault 2021 (payment expired)', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    setup.sandbox.decide(transactionNumber, 'expire');
    expect((await setup.merchant.processCard(transactionNumber)).body.error.code).toBe(
      faultCodes.paymentExpired,
    );
  });

  it.each([
    [{ cardNumber: '4111111111111112' }, 'channelDetails.cardNumber'],
    [{ cardNumber: '4111' }, 'channelDetails.cardNumber'],
    [{ cardNumber: null }, 'channelDetails.cardNumber'],
    [{ expiryMonth: '13' }, 'channelDetails.expiryMonth'],
    [{ expiryYear: '1999' }, 'channelDetails.expiryMonth'],
    [{ securityCode: '12' }, 'channelDetails.securityCode'],
    [{ AuthType: 5 }, 'channelDetails.AuthType'],
  ])(
    'the refusal of the card details %j contains the name of the field and not its value',
    async (details, member) => {
      await using setup = await startSandboxWithMerchant();
      const transactionNumber = await openCardPayment(setup.merchant);
      const response = await setup.merchant.processCard(transactionNumber, details);
      expect(response.status).toBe(400);
      expect(response.body.error.validationErrors.flatMap(({ members }) => members)).toStrictEqual([member]);
      expect(JSON.stringify(response.body)).not.toMatch(/4111|"12"/);
      expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
        paymentStatusNumber.pending,
      );
    },
  );

  it('a card request with an amount other than that of the payment is refused', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    const response = await setup.merchant.processCard(transactionNumber, {}, { amount: 1 });
    expect(response.body.error.validationErrors[0]?.members).toStrictEqual(['amount']);
  });

  it('a card request for a payment of a wallet channel is refused', async () => {
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment({ channelId: channelIds.pasarPay })).body;
    const response = await setup.merchant.processCard(result.transactionNumber);
    expect(response.body.error.message).toContain('PasarPay does not accept cards');
  });
});

function capture(merchant: Merchant, transactionNumber: string, fields: Record<string, number | boolean>) {
  const channelDetails = { AuthType: authType.partialPayment };
  return merchant.post('processPayment', { transactionNumber, channelDetails, ...fields });
}

describe('an authorized payment', () => {
  it('a pre-authorization holds the amount of the payment', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant, 12890);
    const response = await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
    expect(response.body.result).toMatchObject({
      status: paymentStatusNumber.authorized,
      type: authType.preAuth,
    });
    expect(readHeldAmount(setup.sandbox)).toBe(12890);
  });

  it('a capture of a part leaves the payment authorized, and the next capture is limited to the rest', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant, 12890);
    await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
    const { result } = (await capture(setup.merchant, transactionNumber, { amount: 5000 })).body;
    expect(result).toMatchObject({
      status: paymentStatusNumber.success,
      type: authType.partialPayment,
      amount: 5000,
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      paymentStatusNumber.authorized,
    );
    const rest = 12890 - 5000;
    const response = await capture(setup.merchant, transactionNumber, { amount: rest + 1 });
    expect(response.body.error.validationErrors[0]?.message).toContain(String(rest));
  });

  it('after the last capture, the rest is released, and only the captured amount can be refunded', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant, 12890);
    await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
    const first = (await capture(setup.merchant, transactionNumber, { amount: 5000 })).body.result;
    const last = (await capture(setup.merchant, transactionNumber, { amount: 2890, LastPayment: true })).body
      .result;
    expect(last.partialTransactionNumber).not.toBe(first.partialTransactionNumber);
    const capturedAmount = 5000 + 2890;
    expect(readHeldAmount(setup.sandbox)).toBe(0);
    expect(setup.sandbox.findPayment(transactionNumber)).toMatchObject({
      status: paymentStatusNumber.success,
      paidAmount: capturedAmount,
      heldAmount: 0,
    });
    expect((await capture(setup.merchant, transactionNumber, { amount: 1 })).body.error.code).toBe(
      faultCodes.alreadyProcessed,
    );
    const excessiveRefund = await setup.merchant.refund(transactionNumber, { amount: capturedAmount + 1 });
    expect(excessiveRefund.body.code).toBe(faultCodes.refundFailed);
    expect((await setup.merchant.refund(transactionNumber)).body.amount).toBe(capturedAmount);
  });

  it('an authorized payment is captured in full by a request without amount and type', async () => {
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

  it('a capture of a pending payment gets fault 2010 (not found)', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    expect(
      (await setup.merchant.processCard(transactionNumber, { AuthType: authType.partialPayment })).body.error
        .code,
    ).toBe(faultCodes.transactionNotFound);
  });

  it('an authorized payment can be neither refunded nor authorized again', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
    expect((await setup.merchant.refund(transactionNumber)).body.code).toBe(faultCodes.transactionNotFound);
    expect(
      (await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth })).body.error.code,
    ).toBe(faultCodes.alreadyProcessed);
  });

  it.each([
    ['void', 'voided', refundStatusNumber.voided, faultCodes.alreadyProcessed],
    ['expire', 'expired', paymentStatusNumber.expired, faultCodes.paymentExpired],
  ] as const)(
    'after endAuthorization with %s, the status is %s, the whole amount is released, and a capture is refused',
    async (end, _statusName, status, captureCode) => {
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
      const lateCapture = await setup.merchant.post('processPayment', { transactionNumber });
      expect(lateCapture.body.error.code).toBe(captureCode);
      expect(setup.sandbox.endAuthorization(transactionNumber, end)).toBe(false);
    },
  );

  it('after its lifetime, an authorization expires, and a payment of which a part was captured is paid', async () => {
    const hourMs = 3_600_000;
    let clockOffsetMs = 0;
    await using setup = await startSandboxWithMerchant({
      now: () => Date.now() + clockOffsetMs,
      authorizationLifetimeMs: hourMs,
    });
    const uncapturedNumber = await openCardPayment(setup.merchant);
    const partlyCapturedNumber = await openCardPayment(setup.merchant);
    for (const transactionNumber of [uncapturedNumber, partlyCapturedNumber])
      await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
    await setup.merchant.post('processPayment', { transactionNumber: partlyCapturedNumber, amount: 5000 });
    clockOffsetMs = hourMs - 1000;
    expect(setup.sandbox.findPayment(uncapturedNumber)?.status).toBe(paymentStatusNumber.authorized);
    clockOffsetMs = hourMs + 1000;
    expect(setup.sandbox.findPayment(uncapturedNumber)).toMatchObject({
      status: paymentStatusNumber.expired,
      paidAmount: 0,
      heldAmount: 0,
    });
    expect(setup.sandbox.findPayment(partlyCapturedNumber)).toMatchObject({
      status: paymentStatusNumber.success,
      paidAmount: 5000,
      heldAmount: 0,
    });
    expect(readHeldAmount(setup.sandbox)).toBe(0);
  });

  it('changeStatus to 3 (canceled) releases the whole amount of an authorized payment', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await openCardPayment(setup.merchant);
    await setup.merchant.processCard(transactionNumber, { AuthType: authType.preAuth });
    setup.sandbox.changeStatus(transactionNumber, paymentStatusNumber.canceled);
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
    // Random numbers could contain the digits of the security code. These bytes become numbers of the letter A.
    const random = (size: number): Uint8Array => Buffer.alloc(size, 0xaa);
    await using setup = await startSandboxWithMerchant({ data, random });
    const transactionNumber = await openCardPayment(setup.merchant);
    await setup.merchant.processCard(
      transactionNumber,
      { cardNumber: '4111111111111111', securityCode: '9173', holderName: 'QUILLON' },
      { savePayment: true },
    );
    for (const name of await readdir(data)) {
      const bytes = await readFile(join(data, name), 'latin1');
      // The first six digits are also not stored.
      expect(bytes).not.toContain('411111');
      // The digits of a time or of a number are not the code.
      expect(bytes).not.toMatch(/(?<!\d)9173(?!\d)/);
      expect(bytes).not.toContain('QUILLON');
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
