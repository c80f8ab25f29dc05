import { createHmac } from 'node:crypto';
import { Redacted } from '@pgw/protocol';
import { afterAll, expect, test } from 'vitest';
import type { DecryptedCard } from '../../src/cards/decrypt-card.ts';
import { SavedCards } from '../../src/cards/saved-cards.ts';
import { samplePayment } from '../../src/stores/contract/sample-payment.ts';
import { memoryStore } from '../../src/stores/memory.ts';

const createKeyDerivation = (secrets: readonly string[]) => (purpose: string) =>
  secrets.map((secret) => new Uint8Array(createHmac('sha256', secret).update(purpose).digest()));
const number = new Redacted('4111111111111111');
const store = memoryStore();
const storeOpened = store.open();
afterAll(() => store.close());
let paymentCount = 0;

const openSavedCards = async (
  secrets: readonly string[],
  encryptionKeyTexts: readonly string[] = [],
): Promise<SavedCards> => {
  await storeOpened;
  const encryptionKeys = encryptionKeyTexts.map((key) => new Redacted(key));
  return new SavedCards({ store, deriveKeys: createKeyDerivation(secrets), now: () => 1, encryptionKeys });
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

test.each([
  ['the secret by another one', ['old'], [], ['new', 'old'], []],
  ['the secret by an encryption key', ['old'], [], ['old'], ['own']],
  ['the encryption key by another one', ['old'], ['own'], ['old'], ['next', 'own']],
  ['the secret by another one beside an encryption key', ['old'], ['own'], ['new'], ['own']],
])(
  'after replacing %s, a saved card is listed, charged and deleted',
  async (name, secrets, encryptionKeys, nextSecrets, nextEncryptionKeys) => {
    const cardsBefore = await openSavedCards(secrets, encryptionKeys);
    for (const customer of ['customer-1', 'customer-2', 'customer-3'])
      await saveCard(cardsBefore, `${name} ${customer}`);
    const cardsAfter = await openSavedCards(nextSecrets, nextEncryptionKeys);
    expect(await readToken(cardsAfter, `${name} customer-1`)).toBe('gateway-token');
    const [saved] = await cardsAfter.list(`${name} customer-2`);
    expect(await cardsAfter.delete(`${name} customer-2`, saved?.id ?? '')).toBe(true);
    await saveCard(cardsAfter, `${name} customer-3`);
    expect(await cardsAfter.list(`${name} customer-3`)).toHaveLength(1);
  },
);

test('a saved card is found without the old key after it was charged with both keys', async () => {
  await saveCard(await openSavedCards(['old']), 'aminah');
  const cardsWithBothKeys = await openSavedCards(['new', 'old']);
  await readToken(cardsWithBothKeys, 'aminah');
  expect(await readToken(await openSavedCards(['new']), 'aminah')).toBe('gateway-token');
  expect(await (await openSavedCards(['old'])).list('aminah')).toEqual([]);
});
