import type { StorefrontPayment, StorefrontSession } from '@pgw/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { cardChannelId, createTestCard, openCardShop } from '../card-shop.ts';
import { sealCard } from '../seal-card.ts';
import { createStartRequest, duitNowQr, fpx, gatewayStatus, kilatPay, openShop, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

async function fetchPayment(reference: string): Promise<StorefrontPayment> {
  return (await (await shop.fetch(`/pgw/payments/${reference}`)).json()) as StorefrontPayment;
}

describe('the money of a payment', () => {
  it('a voided authorization has taken no money, although its state is refunded', async () => {
    const cardShop = await openCardShop({ cards: { authType: 'pre-auth' } });
    shop = cardShop;
    const { reference } = (await cardShop.payByCard('approved')).body.payment;
    const authorized = await shop.checkout.payments.sync(reference);
    expect(await fetchPayment(reference)).toMatchObject({ state: 'authorized' });
    expect((await fetchPayment(reference)).money).toBeUndefined();
    shop.sandbox.endAuthorization(authorized?.transactionNumber ?? '', 'void', { callback: 'never' });
    await shop.checkout.payments.sync(reference);
    expect(await fetchPayment(reference)).toMatchObject({ state: 'refunded', money: 'not-taken' });
  });

  it('a payment whose money was returned before the shop stored it as paid has taken money', async () => {
    shop = await openShop();
    const { reference, transactionNumber } = await shop.startPayment();
    shop.sandbox.changeStatus(transactionNumber, gatewayStatus.refunded, { callback: 'never' });
    await shop.checkout.payments.sync(reference);
    expect((await fetchPayment(reference)).state).toBe('refunded');
    expect((await fetchPayment(reference)).money).toBeUndefined();
  });
});

/** Starts a payment whose response from the gateway is lost. Returns its reference. */
async function startUnclear(fields: object): Promise<string> {
  shop.sandbox.scenario('response-500', { endpoint: 'requestPayment' });
  const { reference = '' } = (await (await shop.start(fields)).json()) as { reference?: string };
  shop.sandbox.scenario('response-500', false);
  return reference;
}

async function fetchSession(): Promise<StorefrontSession> {
  return (await (await shop.fetch('/pgw/session?order=A1')).json()) as StorefrontSession;
}

describe('the step of a pending payment', () => {
  it('a start without a response is unclear, and a repeated attempt opens the same payment', async () => {
    shop = await openShop();
    const request = createStartRequest({ channelId: kilatPay });
    const reference = await startUnclear(request);
    const unclear = { reference, state: 'pending', step: 'start-unclear', needsApproval: true };
    expect(await fetchPayment(reference)).toMatchObject(unclear);
    expect((await fetchSession()).openPayment).toMatchObject(unclear);
    const repeated = await shop.startPayment(request);
    expect(repeated.reference).toBe(reference);
    const open = await fetchPayment(reference);
    expect([open.step, open.needsApproval]).toEqual([undefined, undefined]);
    expect(open.continueUrl).toBe(repeated.redirect.url);
    expect((await fetchSession()).openPayment?.continueUrl).toBe(repeated.redirect.url);
  });

  it('a card that was not sent is named, whether or not its start had a response', async () => {
    const cardShop = await openCardShop();
    shop = cardShop;
    const { reference } = await cardShop.startCardPayment();
    expect(await fetchPayment(reference)).toMatchObject({ state: 'pending', step: 'not-sent' });
    const unclear = await startUnclear({ channelId: cardChannelId, order: 'A2' });
    expect(await fetchPayment(unclear)).toMatchObject({ state: 'pending', step: 'not-sent' });
  });

  it('a card without a response is unclear', async () => {
    const cardShop = await openCardShop();
    shop = cardShop;
    const started = await cardShop.startCardPayment();
    shop.sandbox.scenario('response-500', { endpoint: 'processPayment' });
    const jwe = sealCard(createTestCard('approved'), started);
    expect((await cardShop.sendCard(started.reference, jwe)).body.code).toBe('outcome-unknown');
    const payment = await fetchPayment(started.reference);
    expect(payment).toMatchObject({ state: 'pending', step: 'card-unclear' });
    expect([payment.needsApproval, payment.continueUrl]).toEqual([undefined, undefined]);
  });

  it('a card whose bank authenticates the shopper can be continued', async () => {
    const cardShop = await openCardShop();
    shop = cardShop;
    const { payment, redirect } = (await cardShop.payByCard('challenge-by-url')).body;
    const { step, continueUrl } = await fetchPayment(payment.reference);
    expect([step, continueUrl]).toEqual([undefined, redirect?.url]);
    expect((await fetchSession()).openPayment).toMatchObject({ continueUrl });
  });

  it('a payment with an earlier price cannot be continued', async () => {
    let amount = 12_890;
    shop = await openShop({ resolveOrder: () => ({ amount, currencyCode: 'MYR' }) });
    const { reference } = await shop.startPayment();
    amount = 9_900;
    await fetchSession();
    expect((await fetchPayment(reference)).continueUrl).toBeUndefined();
  });
});

describe('the approver of a payment', () => {
  it.each([
    ['a QR code', duitNowQr, undefined, 'bank'],
    ['a wallet', kilatPay, undefined, undefined],
    ['a bank', fpx, 'BSERI01', undefined],
    ['a card on the page of the gateway', cardChannelId, undefined, 'gateway'],
  ])(
    'of %s is not taken for the name of a channel that is no bank',
    async (_kind, channelId, bankId, approver) => {
      shop = await openShop();
      const { payment } = (await (await shop.start({ channelId, bankId })).json()) as {
        payment: StorefrontPayment;
      };
      expect(payment.approver).toBe(approver);
    },
  );

  it('of a card in the shop is the bank of the card', async () => {
    const cardShop = await openCardShop();
    shop = cardShop;
    const { reference } = await cardShop.startCardPayment();
    expect((await fetchPayment(reference)).approver).toBe('card');
  });
});
