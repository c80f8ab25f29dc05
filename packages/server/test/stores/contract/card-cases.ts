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
      await store.upsertSavedCard(sampleCard);
      assert.deepEqual(await store.listSavedCards('c1'), []);
      const stored = await store.findSavedCardOfPayment('RC-1');
      assert.ok(stored);
      await store.setCardToken(stored, 'sealed');
      await store.upsertSavedCard({ ...sampleCard, id: 'card-2', reference: 'rc-2', expiry: '01/30' });
      await store.upsertSavedCard({ ...sampleCard, id: 'card-3', customerKey: 'c2' });
      const expected = { ...sampleCard, reference: 'rc-2', expiry: '01/30', token: 'sealed' };
      assert.deepEqual(await store.listSavedCards('c1'), [expected]);
      assert.equal(await store.deleteSavedCard('c2', 'card-1'), false);
      assert.equal(await store.deleteSavedCard('c1', 'card-1'), true);
      assert.equal(await store.findSavedCardOfPayment('rc-2'), undefined);
    },
  },
  {
    title: 'a saved card can be stored with other hashes, unless another card has these hashes',
    run: async (store) => {
      await store.upsertSavedCard(sampleCard);
      await store.upsertSavedCard({ ...sampleCard, id: 'card-2', cardKey: 'k2', reference: 'RC-2' });
      const change = { customerKey: 'c9', cardKey: 'k9', token: 'sealed again' };
      assert.equal(await store.rehashSavedCard(sampleCard, change), true);
      assert.deepEqual(await store.listSavedCards('c9'), [{ ...sampleCard, ...change, reference: 'rc-1' }]);
      assert.equal(await store.rehashSavedCard(sampleCard, change), false);
      const other = { ...sampleCard, id: 'card-2' };
      assert.equal(await store.rehashSavedCard(other, change), false);
      assert.deepEqual(await store.listSavedCards('c1'), []);
    },
  },
  {
    title: 'when several cards are saved with one payment, the last one receives the token',
    run: async (store) => {
      for (const n of [3, 1, 2]) {
        await store.upsertSavedCard({ ...sampleCard, id: `card-${n}`, cardKey: `k${n}`, last4: `000${n}` });
        assert.equal((await store.findSavedCardOfPayment('RC-1'))?.last4, `000${n}`);
      }
      await store.upsertSavedCard({ ...sampleCard, id: 'card-4', cardKey: 'k1', last4: '0001' });
      assert.equal((await store.findSavedCardOfPayment('RC-1'))?.last4, '0001');
    },
  },
  {
    title:
      'when card seeds of one period are stored concurrently, every call gets the same seed, and old seeds are deleted',
    run: async (store) => {
      const calls = Array.from({ length: 20 }, (_, n) =>
        store.getOrInsertCardSeed({ period: 7, seed: `seed-${n}`, deleteBefore: 6 }),
      );
      const [first, ...others] = await Promise.all(calls);
      assert.ok(others.every((seed) => seed === first));
      assert.equal(await store.findCardSeed(7), first);
      await store.getOrInsertCardSeed({ period: 9, seed: 'later', deleteBefore: 8 });
      assert.equal(await store.findCardSeed(7), undefined);
      const otherRetention = {
        callbacksBefore: 0,
        rejectedBefore: 0,
        notesBefore: 0,
        ...otherAges,
        usesBefore: 0,
      };
      assert.equal(await store.purge({ ...otherRetention, seedPeriodsBefore: 9 }), 0);
      assert.equal(await store.purge({ ...otherRetention, seedPeriodsBefore: 10 }), 1);
      assert.equal(await store.findCardSeed(9), undefined);
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
