import { createHmac } from 'node:crypto';
import { Redacted } from '@pgw/protocol';
import { afterAll, describe, expect, test } from 'vitest';
import type { OpenedCard } from '../../src/cards/open-card.ts';
import { SavedCards } from '../../src/cards/saved-cards.ts';
import { samplePayment } from '../../src/stores/contract/sample-payment.ts';
import { memoryStore } from '../../src/stores/memory.ts';

describe('a card that was saved before a key was replaced', () => {
  const purposes = (secrets: readonly string[]) => (purpose: string) =>
    secrets.map((secret) => new Uint8Array(createHmac('sha256', secret).update(purpose).digest()));
  const number = new Redacted('4111111111111111');
  const store = memoryStore();
  const opened = store.open();
  afterAll(() => store.close());
  let payments = 0;

  const keysOf = async (secrets: readonly string[], own: readonly string[] = []): Promise<SavedCards> => {
    await opened;
    const encryptionKeys = own.map((key) => new Redacted(key));
    return new SavedCards({ store, keysOf: purposes(secrets), now: () => 1, encryptionKeys });
  };
  const keep = async (cards: SavedCards, customer: string): Promise<void> => {
    const payment = samplePayment({ reference: `SAVED-${(payments += 1)}` });
    await cards.storePending(customer, { number } as OpenedCard, payment);
    await cards.storeToken(payment, new Redacted('gateway-token'));
  };
  const tokenOf = async (cards: SavedCards, customer: string): Promise<string> => {
    const [saved] = await cards.list(customer);
    return (await cards.find(customer, saved?.id ?? '')).token.reveal();
  };

  test.each([
    ['another secret', ['old'], [], ['new', 'old'], []],
    ['a key of the merchant’s own', ['old'], [], ['old'], ['own']],
    ['another key of the merchant’s own', ['old'], ['own'], ['old'], ['next', 'own']],
    ['another secret, with a key of the merchant’s own', ['old'], ['own'], ['new'], ['own']],
  ])('by %s is listed, charged and deleted', async (name, secrets, own, nextSecrets, nextOwn) => {
    const before = await keysOf(secrets, own);
    for (const customer of ['lister', 'deleter', 'keeper']) await keep(before, `${name} ${customer}`);
    const after = await keysOf(nextSecrets, nextOwn);
    expect(await tokenOf(after, `${name} lister`)).toBe('gateway-token');
    const [saved] = await after.list(`${name} deleter`);
    expect(await after.delete(`${name} deleter`, saved?.id ?? '')).toBe(true);
    await keep(after, `${name} keeper`);
    expect(await after.list(`${name} keeper`)).toHaveLength(1);
  });

  test('is found without the old key after it was used', async () => {
    await keep(await keysOf(['old']), 'aminah');
    const both = await keysOf(['new', 'old']);
    await tokenOf(both, 'aminah');
    expect(await tokenOf(await keysOf(['new']), 'aminah')).toBe('gateway-token');
    expect(await (await keysOf(['old'])).list('aminah')).toEqual([]);
  });
});
