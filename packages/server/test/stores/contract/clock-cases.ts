import { insertOperation } from './writes.ts';
import assert from 'node:assert/strict';
import { samplePayment } from './sample-payment.ts';
import { createDuePayment, insertDuePayment, note, sampleCallback, sampleOperation } from './samples.ts';
import type { StoreCase } from './store-case.ts';

const dayMs = 86_400_000;
const dueAt = 10 * dayMs;
/** The time after the clock was set back by two days. */
const now = dueAt - 2 * dayMs;

/** Cases for a clock that was set back: no work waits until the clock has caught up. */
export const clockCases: readonly StoreCase[] = [
  {
    title: 'after the clock was set back two days, work that was due before is leased at once',
    run: async (store) => {
      const open = samplePayment({ schedule: { nextQueryAt: dueAt } });
      await store.insert('payment', { payment: open, note });
      await insertOperation(store, sampleOperation({ nextQueryAt: dueAt }), note, open);
      await store.insertCallback(sampleCallback(), dueAt);
      const due = createDuePayment();
      const second = { ...due, reference: 'RC-2', attempt: 'attempt-2', ordinal: 2 };
      await insertDuePayment(store, second, dueAt);
      const until = now + 60_000;
      const countLeases = async () => [
        (await store.lease('payments', { now, until, limit: 10 })).length,
        (await store.lease('operations', { now, until, limit: 10 })).length,
        (await store.lease('callbacks', { now, until, limit: 10 })).length,
        (await store.lease('hooks', { now, until, limit: 10 })).length,
      ];
      assert.deepEqual(await countLeases(), [1, 1, 1, 1]);
      // Leased work is not leased again.
      assert.deepEqual(await countLeases(), [0, 0, 0, 0]);
    },
  },
  {
    title: 'work that is due within the longest interval of its schedule is not leased before its time',
    run: async (store) => {
      const hourMs = 3_600_000;
      const due = createDuePayment();
      await store.insert('payment', {
        payment: samplePayment({ schedule: { nextQueryAt: now + 12 * hourMs } }),
        note,
      });
      const second = { ...due, reference: 'RC-2', attempt: 'attempt-2', ordinal: 2 };
      await insertDuePayment(store, second, now + hourMs);
      assert.deepEqual(await store.lease('payments', { now, until: now + 60_000, limit: 10 }), []);
      assert.deepEqual(await store.lease('hooks', { now, until: now + 60_000, limit: 10 }), []);
    },
  },
];
