import { createHmac } from 'node:crypto';
import { Redacted } from '@pgw/protocol';
import { afterAll, expect, test } from 'vitest';
import type { DecryptedCard } from '../../src/cards/decrypt-card.ts';
import { SavedCards } from '../../src/cards/saved-cards.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';
import { memoryStore } from '../../src/stores/memory.ts';

const createKeyDerivation = (secrets: readonly string[]) => (purpose: string) =>
  secrets.map((secret) => new Uint8Array(createHmac('sha256', secret).update(purpose).digest()));
const number = new Redacted('4111111111111111');
const store = memoryStore();
const storeOpened = store.open();
afterAll(() => store.close());
let paymentCount = 0;

interface Keys {
  readonly secrets: readonly string[];
  readonly encryptionKeys?: readonly string[];
}

const openSavedCards = async ({ secrets, encryptionKeys = [] }: Keys): Promise<SavedCards> => {
  await storeOpened;
  return new SavedCards({
    store,
    deriveKeys: createKeyDerivation(secrets),
    now: () => 1,
    encryptionKeys: encryptionKeys.map((key) => new Redacted(key)),
  });
};
const saveCard = async (cards: SavedCards, customer: string): Promise<void> => {
  paymentCount += 1;
  const payment = samplePayment({ reference: `SAVED-${paymentCount}` });
  await cards.storePending(customer, { number } as DecryptedCard, payment);
  await cards.storeToken(payment, new Redacted('gateway-token'));
};
const readToken = async (cards: SavedCards, customer: string): Promise<string> => {
  const [saved] = await cards.list(customer);
  return (await cards.find(customer, saved?.id ?? '')).token.reveal();
};

test.each<[string, Keys, Keys]>([
  ['the secret was replaced by another one', { secrets: ['old'] }, { secrets: ['new', 'old'] }],
  [
    'the secret was replaced by an encryption key',
    { secrets: ['old'] },
    { secrets: ['old'], encryptionKeys: ['own'] },
  ],
  [
    'the encryption key was replaced by another one',
    { secrets: ['old'], encryptionKeys: ['own'] },
    { secrets: ['old'], encryptionKeys: ['next', 'own'] },
  ],
  [
    'the secret was replaced while an encryption key is used',
    { secrets: ['old'], encryptionKeys: ['own'] },
    { secrets: ['new'], encryptionKeys: ['own'] },
  ],
])('after %s, a saved card can still be listed, charged and deleted', async (name, keysBefore, keysAfter) => {
  const cardsBefore = await openSavedCards(keysBefore);
  for (const customer of ['customer-1', 'customer-2', 'customer-3'])
    await saveCard(cardsBefore, `${name} ${customer}`);
  const cardsAfter = await openSavedCards(keysAfter);
  expect(await readToken(cardsAfter, `${name} customer-1`)).toBe('gateway-token');
  const [saved] = await cardsAfter.list(`${name} customer-2`);
  expect(await cardsAfter.delete(`${name} customer-2`, saved?.id ?? '')).toBe(true);
  await saveCard(cardsAfter, `${name} customer-3`);
  expect(await cardsAfter.list(`${name} customer-3`)).toHaveLength(1);
});

test('a saved card needs no old key after it was charged while both keys were configured', async () => {
  await saveCard(await openSavedCards({ secrets: ['old'] }), 'aminah');
  const cardsWithBothKeys = await openSavedCards({ secrets: ['new', 'old'] });
  await readToken(cardsWithBothKeys, 'aminah');
  expect(await readToken(await openSavedCards({ secrets: ['new'] }), 'aminah')).toBe('gateway-token');
  expect(await (await openSavedCards({ secrets: ['old'] })).list('aminah')).toEqual([]);
});
