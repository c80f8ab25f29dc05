import assert from 'node:assert/strict';
import type { StoredApproval } from '@pgw/server/store';
import type { StoreCase } from './store-case.ts';

export const sampleApproval: StoredApproval = {
  id: 'approval-1',
  kind: 'refund',
  reference: 'RC-1',
  amount: 60_000,
  currencyCode: 'MYR',
  state: 'waiting',
  requestedById: '7',
  requestedBy: 'Aina',
  requestedAt: 1_000,
  decidedById: null,
  decidedBy: null,
  decidedAt: null,
  reason: null,
  request: 'sealed',
};
const decision = { decidedById: '8', decidedBy: 'Ben', decidedAt: 2_000 };

/** Cases for requests that a second person must approve. */
export const approvalCases: readonly StoreCase[] = [
  {
    title: 'a request for an approval is stored once, and listed by its state, the newest first',
    run: async (store) => {
      assert.equal(await store.insert('approval', sampleApproval), true);
      assert.equal(await store.insert('approval', { ...sampleApproval, amount: 1 }), false);
      const payout = {
        ...sampleApproval,
        id: 'approval-2',
        kind: 'payout',
        reference: null,
        requestedAt: 1_500,
      } as const;
      assert.equal(await store.insert('approval', payout), true);
      assert.deepEqual(await store.find('approval', 'approval-1'), sampleApproval);
      assert.equal(await store.find('approval', 'approval-3'), undefined);
      assert.deepEqual(await store.search('approvals', { states: ['waiting'] }), [payout, sampleApproval]);
      assert.deepEqual(await store.search('approvals', { states: ['approved', 'done'] }), []);
    },
  },
  {
    title: 'of two decisions about a request at the same time, one is stored',
    run: async (store) => {
      await store.insert('approval', sampleApproval);
      const results = await Promise.all([
        store.change('approval', 'approval-1', {
          from: { state: 'waiting' },
          to: { state: 'approved', ...decision },
        }),
        store.change('approval', 'approval-1', {
          from: { state: 'waiting' },
          to: { state: 'rejected', ...decision, request: null },
        }),
      ]);
      assert.equal(results.filter(Boolean).length, 1);
      const stored = await store.find('approval', 'approval-1');
      assert.equal(stored?.state, results[0] ? 'approved' : 'rejected');
      assert.equal(
        await store.change('approval', 'approval-9', { from: { state: 'waiting' }, to: { state: 'done' } }),
        false,
      );
    },
  },
  {
    title: 'a purge deletes old requests that are done or rejected, and keeps those without an outcome',
    run: async (store) => {
      for (const state of ['waiting', 'approved', 'done', 'rejected'] as const)
        await store.insert('approval', { ...sampleApproval, id: state, state });
      const times = {
        callbacksBefore: 0,
        rejectedBefore: 0,
        usesBefore: 0,
        seedPeriodsBefore: 0,
        beneficiariesBefore: 0,
        unknownTransactionsBefore: 0,
      };
      assert.equal(await store.purge({ ...times, notesBefore: 1_000 }), 0);
      assert.equal(await store.purge({ ...times, notesBefore: 1_001 }), 2);
      const kept = await store.search('approvals', { states: ['waiting', 'approved', 'done', 'rejected'] });
      assert.deepEqual(kept.map(({ id }) => id).toSorted(), ['approved', 'waiting']);
    },
  },
];
