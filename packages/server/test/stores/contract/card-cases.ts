import assert from 'node:assert/strict';
import type { Store, StoredCard, UsesResult } from '@pgw/server/store';
import type { StoreCase } from './store-case.ts';

const otherAges = { beneficiariesBefore: 0, unknownTransactionsBefore: 0 };

const windowMs = 60_000;

const sampleCard: StoredCard = {
  id: 'card-1',
  customerKey: 'c1',
  cardKey: 'k1',
  reference: 'rc-1',
  token: null,
  brand: 'visa',
  last4: '0002',
  expiry: '12/29',
  createdAt: 1_000,
};

function countUse(store: Store, key: string, now: number): Promise<UsesResult> {
  return store.countUses({ limits: [{ key, max: 10 }], windowMs, now });
}

/** Cases for saved cards, seeds of card keys, and counts of uses. */
export const cardCases: readonly StoreCase[] = [
  {
    title: 'a saved card is listed when it has a token, and keeps its id when its customer saves it again',
    run: async (store) => {
      await store.insert('savedCard', sampleCard);
      assert.deepEqual(await store.search('savedCards', { customerKey: 'c1' }), []);
      const [stored] = await store.search('savedCards', { reference: 'RC-1' });
      assert.equal(stored?.id, 'card-1');
      const from = { customerKey: 'c1' };
      assert.equal(await store.change('savedCard', 'card-1', { from, to: { token: 'sealed' } }), true);
      await store.insert('savedCard', { ...sampleCard, id: 'card-2', reference: 'rc-2', expiry: '01/30' });
      await store.insert('savedCard', { ...sampleCard, id: 'card-3', customerKey: 'c2' });
      const expected = { ...sampleCard, reference: 'rc-2', expiry: '01/30', token: 'sealed' };
      assert.deepEqual(await store.search('savedCards', { customerKey: 'c1' }), [expected]);
      assert.equal(
        await store.change('savedCard', 'card-1', { from: { customerKey: 'c2' }, to: null }),
        false,
      );
      assert.equal(await store.change('savedCard', 'card-1', { from, to: null }), true);
      assert.deepEqual(await store.search('savedCards', { reference: 'rc-2' }), []);
    },
  },
  {
    title: 'a saved card can be stored with other hashes, unless another card has these hashes',
    run: async (store) => {
      await store.insert('savedCard', sampleCard);
      await store.insert('savedCard', { ...sampleCard, id: 'card-2', cardKey: 'k2', reference: 'RC-2' });
      const to = { customerKey: 'c9', cardKey: 'k9', token: 'sealed again' };
      const change = { from: { customerKey: 'c1' }, to };
      assert.equal(await store.change('savedCard', 'card-1', change), true);
      assert.deepEqual(await store.search('savedCards', { customerKey: 'c9' }), [
        { ...sampleCard, ...to, reference: 'rc-1' },
      ]);
      assert.equal(await store.change('savedCard', 'card-1', change), false);
      assert.equal(await store.change('savedCard', 'card-2', change), false);
      assert.deepEqual(await store.search('savedCards', { customerKey: 'c1' }), []);
    },
  },
  {
    title: 'when several cards are saved with one payment, the last one receives the token',
    run: async (store) => {
      for (const n of [3, 1, 2]) {
        await store.insert('savedCard', {
          ...sampleCard,
          id: `card-${n}`,
          cardKey: `k${n}`,
          last4: `000${n}`,
        });
        assert.equal((await store.search('savedCards', { reference: 'RC-1' }))[0]?.last4, `000${n}`);
      }
      await store.insert('savedCard', { ...sampleCard, id: 'card-4', cardKey: 'k1', last4: '0001' });
      assert.equal((await store.search('savedCards', { reference: 'RC-1' }))[0]?.last4, '0001');
    },
  },
  {
    title:
      'when card seeds of one period are stored concurrently, one of them is stored, and old seeds are deleted',
    run: async (store) => {
      const calls = Array.from({ length: 20 }, (_, n) =>
        store.insert('cardSeed', { period: 7, seed: `seed-${n}`, deleteBefore: 6 }),
      );
      const results = await Promise.all(calls);
      assert.equal(results.filter(Boolean).length, 1);
      assert.equal(await store.find('cardSeed', String(7)), `seed-${results.indexOf(true)}`);
      await store.insert('cardSeed', { period: 9, seed: 'later', deleteBefore: 8 });
      assert.equal(await store.find('cardSeed', String(7)), undefined);
      const otherRetention = {
        callbacksBefore: 0,
        rejectedBefore: 0,
        notesBefore: 0,
        ...otherAges,
        usesBefore: 0,
      };
      assert.equal(await store.purge({ ...otherRetention, seedPeriodsBefore: 9 }), 0);
      assert.equal(await store.purge({ ...otherRetention, seedPeriodsBefore: 10 }), 1);
      assert.equal(await store.find('cardSeed', String(9)), undefined);
    },
  },
  {
    title: 'of 200 concurrent uses with one key, ten are granted if the limit is ten',
    run: async (store) => {
      const results = await Promise.all(Array.from({ length: 200 }, () => countUse(store, 'order:1', 1_000)));
      assert.equal(results.filter(({ isGranted }) => isGranted).length, 10);
      assert.equal((await countUse(store, 'order:2', 1_000)).isGranted, true);
    },
  },
  {
    title: 'uses with several keys are counted for all keys or for none, in any order of the keys',
    run: async (store) => {
      const limits = [
        { key: 'a', max: 50 },
        { key: 'b', max: 5 },
      ];
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          store.countUses({ limits: n % 2 === 0 ? limits : limits.toReversed(), windowMs, now: 1_000 }),
        ),
      );
      assert.equal(results.filter(({ isGranted }) => isGranted).length, 5);
      const [refused] = results.filter(({ isGranted }) => !isGranted);
      assert.deepEqual(refused, { isGranted: false, key: 'b', endsAt: 61_000 });
      // The use that was refused for b was not counted for a.
      const laterResults = await Promise.all(
        Array.from({ length: 60 }, () =>
          store.countUses({ limits: [{ key: 'a', max: 50 }], windowMs, now: 1_000 }),
        ),
      );
      assert.equal(laterResults.filter(({ isGranted }) => isGranted).length, 45);
    },
  },
  {
    title: 'after a use is reverted, one more use is granted in its window',
    run: async (store) => {
      const results = await Promise.all(Array.from({ length: 10 }, () => countUse(store, 'k', 1_000)));
      assert.equal((await countUse(store, 'k', 2_000)).isGranted, false);
      const [one] = results;
      assert.ok(one?.isGranted);
      await store.revertUses(one.uses);
      assert.equal((await countUse(store, 'k', 3_000)).isGranted, true);
      assert.equal((await countUse(store, 'k', 3_000)).isGranted, false);
    },
  },
  {
    title:
      'a new window begins after the last one, and its count does not change when a use of the last one is reverted',
    run: async (store) => {
      const first = await countUse(store, 'k', 1_000);
      for (let n = 0; n < 9; n += 1) await countUse(store, 'k', 1_000);
      assert.equal((await countUse(store, 'k', 60_999)).isGranted, false);
      for (let n = 0; n < 10; n += 1) assert.equal((await countUse(store, 'k', 61_000)).isGranted, true);
      assert.ok(first.isGranted);
      await store.revertUses(first.uses);
      assert.equal((await countUse(store, 'k', 61_000)).isGranted, false);
      const otherRetention = {
        callbacksBefore: 0,
        rejectedBefore: 0,
        notesBefore: 0,
        ...otherAges,
        seedPeriodsBefore: 0,
      };
      assert.equal(await store.purge({ ...otherRetention, usesBefore: 200_000 }), 1);
    },
  },
];
