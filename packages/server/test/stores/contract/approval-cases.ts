import assert from 'node:assert/strict';
import type { StoredApproval } from '@pgw/server/store';
import type { StoreCase } from './store-case.ts';

const sampleApproval: StoredApproval = {
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
      assert.equal(await store.insertApproval(sampleApproval), true);
      assert.equal(await store.insertApproval({ ...sampleApproval, amount: 1 }), false);
      const payout = {
        ...sampleApproval,
        id: 'approval-2',
        kind: 'payout',
        reference: null,
        requestedAt: 1_500,
      } as const;
      assert.equal(await store.insertApproval(payout), true);
      assert.deepEqual(await store.findApproval('approval-1'), sampleApproval);
      assert.equal(await store.findApproval('approval-3'), undefined);
      assert.deepEqual(await store.listApprovals(['waiting']), [payout, sampleApproval]);
      assert.deepEqual(await store.listApprovals(['approved', 'done']), []);
    },
  },
  {
    title: 'of two decisions about a request at the same time, one is stored',
    run: async (store) => {
      await store.insertApproval(sampleApproval);
      const results = await Promise.all([
        store.changeApproval('approval-1', 'waiting', { state: 'approved', ...decision }),
        store.changeApproval('approval-1', 'waiting', { state: 'rejected', ...decision, request: null }),
      ]);
      assert.equal(results.filter(Boolean).length, 1);
      const stored = await store.findApproval('approval-1');
      assert.equal(stored?.state, results[0] ? 'approved' : 'rejected');
      assert.equal(await store.changeApproval('approval-9', 'waiting', { state: 'done' }), false);
    },
  },
  {
    title: 'a purge deletes old requests that are done or rejected, and keeps those without an outcome',
    run: async (store) => {
      for (const state of ['waiting', 'approved', 'done', 'rejected'] as const)
        await store.insertApproval({ ...sampleApproval, id: state, state });
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
      const kept = await store.listApprovals(['waiting', 'approved', 'done', 'rejected']);
      assert.deepEqual(kept.map(({ id }) => id).toSorted(), ['approved', 'waiting']);
    },
  },
];
