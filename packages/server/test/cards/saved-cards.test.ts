import type { CardDetails, CardTerms } from '@pgw/protocol';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { CardOptions } from '../../src/adapters/express/index.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { cardChannelId, createTestCard, openCardShop, type CardResult, type CardShop } from '../card-shop.ts';
import { sealCard } from '../seal-card.ts';
import { openForAnyAccount } from '../shop.ts';

let shop: CardShop;

afterEach(() => shop.close());

const asCustomer = (customer: string) => ({ headers: { 'x-customer': customer } });
const asGuest = {};

async function openTestShop(options: CardOptions = {}): Promise<void> {
  shop = await openCardShop({
    cards: { resolveCustomer: (req) => req.get('x-customer') ?? null, ...options },
  });
}

async function fetchCardTerms(init?: RequestInit): Promise<CardTerms> {
  const { channels } = await shop.fetchSession('A1', init);
  const card = channels.find(({ id }) => id === cardChannelId)?.card;
  if (card === undefined) throw new Error('The channel does not accept cards.');
  return card;
}

async function pay(
  card: CardDetails,
  options: RequestInit & { save?: boolean; order?: string },
): Promise<CardResult> {
  const { order = 'A1', ...rest } = options;
  const started = await shop.startCardPayment({ order });
  return shop.sendCard(started.reference, sealCard(card, started), rest);
}

/** A store that stays open when a shop closes, so that the next shop can use it. */
function createSharedStore() {
  const store = memoryStore();
  onTestFinished(() => store.close());
  return { ...openForAnyAccount(store), close: () => Promise.resolve() };
}

test('a saved card is listed masked for its customer, and is charged again with only its security code', async () => {
  await openTestShop();
  const paid = await pay(createTestCard('approved'), { ...asCustomer('aminah'), save: true });
  expect(paid.body.payment.state).toBe('paid');
  const { canSave, savedCards } = await fetchCardTerms(asCustomer('aminah'));
  expect(canSave).toBe(true);
  expect(savedCards).toEqual([
    {
      id: expect.any(String),
      brand: 'visa',
      last4: createTestCard('approved').number?.slice(-4),
      expiry: '12/39',
    },
  ]);
  const secondPayment = await pay(
    { savedCardId: savedCards[0]?.id ?? '', securityCode: '123' },
    { ...asCustomer('aminah'), order: 'A2' },
  );
  expect(secondPayment.body.payment.state).toBe('paid');
  expect(shop.fulfilledReferences).toHaveLength(2);
});

test('a saved card is not listed for other customers and cannot be charged by them', async () => {
  await openTestShop();
  await pay(createTestCard('approved'), { ...asCustomer('aminah'), save: true });
  const [saved] = await shop.checkout.savedCards.list('aminah');
  expect((await fetchCardTerms(asCustomer('budi'))).savedCards).toEqual([]);
  expect(await fetchCardTerms(asGuest)).toMatchObject({ canSave: false, savedCards: [] });
  const card = { savedCardId: saved?.id ?? '', securityCode: '123' };
  for (const init of [asCustomer('budi'), asGuest]) {
    const response = await pay(card, { ...init, order: 'A2' });
    expect(response).toMatchObject({ status: 400, body: { code: 'card-unreadable' } });
  }
});

test('a saved card can be deleted only by its customer', async () => {
  await openTestShop();
  await pay(createTestCard('approved'), { ...asCustomer('aminah'), save: true });
  const { savedCards } = shop.checkout;
  const [saved] = await savedCards.list('aminah');
  expect(await savedCards.delete('budi', saved?.id ?? '')).toBe(false);
  expect(await savedCards.delete('aminah', saved?.id ?? '')).toBe(true);
  expect(await savedCards.list('aminah')).toEqual([]);
});

test('a card that is saved twice is stored once', async () => {
  await openTestShop();
  await pay(createTestCard('approved'), { ...asCustomer('aminah'), save: true });
  await pay(createTestCard('approved'), { ...asCustomer('aminah'), save: true, order: 'A2' });
  expect(await shop.checkout.savedCards.list('aminah')).toHaveLength(1);
});

test('a card is saved from the gateway’s record if the response was lost', async () => {
  await openTestShop();
  await pay(createTestCard('unknown-outcome'), { ...asCustomer('aminah'), save: true });
  expect(await shop.checkout.savedCards.list('aminah')).toHaveLength(1);
});

test('a saved card is listed only after the bank has authenticated the customer', async () => {
  await openTestShop();
  const { body } = await pay(createTestCard('challenge-by-url'), { ...asCustomer('aminah'), save: true });
  expect(await shop.checkout.savedCards.list('aminah')).toEqual([]);
  shop.sandbox.decide(body.payment.transactionNumber ?? '', 'approve');
  await shop.checkout.payments.sync(body.payment.reference);
  expect(await shop.checkout.savedCards.list('aminah')).toHaveLength(1);
});

test('a saved card of a brand that is no longer accepted is not offered or charged', async () => {
  const resolveCustomer = (): string => 'aminah';
  const store = createSharedStore();
  shop = await openCardShop({ cards: { resolveCustomer }, store });
  await pay(createTestCard('approved'), { save: true });
  const [saved] = await shop.checkout.savedCards.list('aminah');
  await shop.close();
  shop = await openCardShop({ cards: { resolveCustomer, brands: ['amex'] }, store });
  expect((await fetchCardTerms()).savedCards).toEqual([]);
  // The list of the customer's saved cards still has the card, so that the customer can delete it.
  expect(await shop.checkout.savedCards.list('aminah')).toHaveLength(1);
  const card = { savedCardId: saved?.id ?? '', securityCode: '123' };
  expect(await pay(card, { order: 'A2' })).toMatchObject({
    status: 422,
    body: { code: 'card-not-supported' },
  });
});

test('a saved card is decrypted with an older key of the option encryptionKey, and cannot be used without this key', async () => {
  const [oldKey, newKey] = ['o'.repeat(32), 'n'.repeat(32)];
  const resolveCustomer = (): string => 'aminah';
  const store = createSharedStore();
  const reopen = async (encryptionKey: string[]): Promise<void> => {
    shop = await openCardShop({ cards: { resolveCustomer, encryptionKey }, store });
  };
  await reopen([oldKey]);
  await pay(createTestCard('approved'), { save: true });
  const [saved] = await shop.checkout.savedCards.list('aminah');

  await shop.close();
  await reopen([newKey]);
  const card = { savedCardId: saved?.id ?? '', securityCode: '123' };
  expect((await pay(card, { order: 'A2' })).body.code).toBe('card-unreadable');
  await shop.close();
  await reopen([newKey, oldKey]);
  // The shop decrypts the card's token and sends it. Each shop has its own sandbox. This sandbox does not know
  // the token, so the payment fails with HTTP 200.
  expect((await pay(card, { order: 'A3' })).status).toBe(200);
});

test('a card is not saved if the request does not have save: true', async () => {
  await openTestShop();
  await pay(createTestCard('approved'), asCustomer('aminah'));
  expect(await shop.checkout.savedCards.list('aminah')).toEqual([]);
});

test('a card is not saved if the shopper is a guest or the card was declined', async () => {
  await openTestShop();
  expect((await pay(createTestCard('approved'), { ...asGuest, save: true })).body.payment.state).toBe('paid');
  await pay(createTestCard('declined'), { ...asCustomer('aminah'), save: true, order: 'A2' });
  expect(await shop.checkout.savedCards.list('aminah')).toEqual([]);
});
