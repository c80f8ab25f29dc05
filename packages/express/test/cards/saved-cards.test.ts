import type { CardTerms } from '@pgw/protocol';
import { afterEach, describe, expect, test } from 'vitest';
import type { CardOptions } from '../../src/index.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { cardChannel, cardOf, openCardShop, type SentCard, type CardShop } from '../card-shop.ts';
import { sealCard } from '../seal-card.ts';

let shop: CardShop;

afterEach(() => shop.close());

const as = (customer: string) => ({ headers: { 'x-customer': customer } });

async function open(options: CardOptions = {}): Promise<void> {
  shop = await openCardShop({ cards: { customerOf: (req) => req.get('x-customer') ?? null, ...options } });
}

async function terms(init?: RequestInit): Promise<CardTerms> {
  const { channels } = await shop.session('A1', init);
  const card = channels.find(({ id }) => id === cardChannel)?.card;
  if (card === undefined) throw new Error('the channel is no card channel');
  return card;
}

async function pay(
  card: Parameters<typeof sealCard>[0],
  options: RequestInit & { save?: boolean; order?: string },
): Promise<SentCard> {
  const { order = 'A1', ...rest } = options;
  const started = await shop.startCard({ order });
  return shop.send(started.reference, sealCard(card, started), rest);
}

describe('a saved card', () => {
  test('is listed masked for its customer, and pays again with only its security code', async () => {
    await open();
    const paid = await pay(cardOf('approved'), { ...as('aminah'), save: true });
    expect(paid.body.payment.state).toBe('paid');
    const { canSave, savedCards } = await terms(as('aminah'));
    expect(canSave).toBe(true);
    expect(savedCards).toEqual([
      { id: savedCards[0]?.id, brand: 'visa', last4: cardOf('approved').number?.slice(-4), expiry: '12/39' },
    ]);
    const again = await pay(
      { savedCardId: savedCards[0]?.id ?? '', securityCode: '123' },
      { ...as('aminah'), order: 'A2' },
    );
    expect(again.body.payment.state).toBe('paid');
    expect(shop.fulfilled).toHaveLength(2);
  });

  test('is not listed for other customers and cannot be charged by them', async () => {
    await open();
    await pay(cardOf('approved'), { ...as('aminah'), save: true });
    const [saved] = await shop.checkout.savedCards.list('aminah');
    expect((await terms(as('budi'))).savedCards).toEqual([]);
    expect(await terms()).toMatchObject({ canSave: false, savedCards: [] });
    const card = { savedCardId: saved?.id ?? '', securityCode: '123' };
    for (const init of [as('budi'), {}]) {
      const response = await pay(card, { ...init, order: 'A2' });
      expect(response).toMatchObject({ status: 400, body: { code: 'card-unreadable' } });
    }
  });

  test('is deleted by its customer only', async () => {
    await open();
    await pay(cardOf('approved'), { ...as('aminah'), save: true });
    const { savedCards } = shop.checkout;
    const [saved] = await savedCards.list('aminah');
    expect(await savedCards.delete('budi', saved?.id ?? '')).toBe(false);
    expect(await savedCards.delete('aminah', saved?.id ?? '')).toBe(true);
    expect(await savedCards.list('aminah')).toEqual([]);
  });

  test('that is saved twice is stored once', async () => {
    await open();
    await pay(cardOf('approved'), { ...as('aminah'), save: true });
    await pay(cardOf('approved'), { ...as('aminah'), save: true, order: 'A2' });
    expect(await shop.checkout.savedCards.list('aminah')).toHaveLength(1);
  });

  test('is known from the gateway’s record if the response was lost', async () => {
    await open();
    await pay(cardOf('unknown-outcome'), { ...as('aminah'), save: true });
    expect(await shop.checkout.savedCards.list('aminah')).toHaveLength(1);
  });

  test('is listed after the bank has authenticated the customer', async () => {
    await open();
    const { body } = await pay(cardOf('challenge-by-url'), { ...as('aminah'), save: true });
    expect(await shop.checkout.savedCards.list('aminah')).toEqual([]);
    shop.sandbox.decide(body.payment.transactionNumber ?? '', 'approve');
    await shop.checkout.payments.settle(body.payment.reference);
    expect(await shop.checkout.savedCards.list('aminah')).toHaveLength(1);
  });

  test('of a brand that is no longer accepted is not offered or charged', async () => {
    const customerOf = (): string => 'aminah';
    const store = memoryStore();
    const kept = { ...store, close: () => Promise.resolve() };
    shop = await openCardShop({ cards: { customerOf }, store: kept });
    await pay(cardOf('approved'), { save: true });
    const [saved] = await shop.checkout.savedCards.list('aminah');
    await shop.close();
    shop = await openCardShop({ cards: { customerOf, brands: ['amex'] }, store: kept });
    expect((await terms()).savedCards).toEqual([]);
    // Its customer can still delete it.
    expect(await shop.checkout.savedCards.list('aminah')).toHaveLength(1);
    const card = { savedCardId: saved?.id ?? '', securityCode: '123' };
    expect(await pay(card, { order: 'A2' })).toMatchObject({
      status: 422,
      body: { code: 'card-not-supported' },
    });
    await store.close();
  });

  test('is decrypted with an older key of the list, and lost without it', async () => {
    const [old, young] = ['o'.repeat(32), 'y'.repeat(32)];
    const customerOf = (): string => 'aminah';
    const store = memoryStore();
    const kept = { ...store, close: () => Promise.resolve() };
    const reopen = async (encryptionKey: string[]): Promise<void> => {
      shop = await openCardShop({ cards: { customerOf, encryptionKey }, store: kept });
    };
    await reopen([old]);
    await pay(cardOf('approved'), { save: true });
    const [saved] = await shop.checkout.savedCards.list('aminah');
    const sandbox = shop.sandbox;
    expect(sandbox.url).not.toBe('');
    await shop.close();
    await reopen([young]);
    const card = { savedCardId: saved?.id ?? '', securityCode: '123' };
    expect((await pay(card, { order: 'A2' })).body.code).toBe('card-unreadable');
    await shop.close();
    await reopen([young, old]);
    // This sandbox does not know the token: it is refused by the gateway, not by the shop.
    expect((await pay(card, { order: 'A3' })).status).toBe(200);
    await store.close();
  });
});

describe('a card is not saved', () => {
  test('unless the shopper has checked the box', async () => {
    await open();
    await pay(cardOf('approved'), as('aminah'));
    expect(await shop.checkout.savedCards.list('aminah')).toEqual([]);
  });

  test('if it belongs to a guest or was declined', async () => {
    await open();
    expect((await pay(cardOf('approved'), { save: true })).body.payment.state).toBe('paid');
    await pay(cardOf('declined'), { ...as('aminah'), save: true, order: 'A2' });
    expect(await shop.checkout.savedCards.list('aminah')).toEqual([]);
  });
});
