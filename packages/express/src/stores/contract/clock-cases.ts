import assert from 'node:assert/strict';
import { samplePayment } from './sample-payment.ts';
import { duePayment, note, sampleCallback, sampleRefund } from './samples.ts';
import type { StoreCase } from './store-case.ts';

const day = 86_400_000;
const before = 10 * day;
/** The clock was set back two days. */
const now = before - 2 * day;

/** No work waits for a clock that was set back. */
export const clockCases: readonly StoreCase[] = [
  {
    title: 'after the clock was set back two days, work that was due before is claimed at once',
    run: async (store) => {
      const open = samplePayment({ schedule: { nextQueryAt: before } });
      await store.insertPayment(open, note);
      await store.insertRefund(open, sampleRefund({ nextQueryAt: before }), note);
      await store.insertCallback(sampleCallback(), before);
      const due = duePayment();
      await store.insertPayment(
        {
          ...due,
          reference: 'RC-2',
          attempt: 'attempt-2',
          fulfilment: { ...due.fulfilment, nextAttemptAt: before },
        },
        note,
      );
      const until = now + 60_000;
      const claimed = async () => [
        (await store.claimPaymentsToQuery(now, until, 10)).length,
        (await store.claimRefundsToQuery(now, until, 10)).length,
        (await store.claimCallbacks(now, until, 10)).length,
        (await store.claimFulfilments(now, until, 10)).length,
      ];
      assert.deepEqual(await claimed(), [1, 1, 1, 1]);
      // Claimed work is not claimed again.
      assert.deepEqual(await claimed(), [0, 0, 0, 0]);
    },
  },
  {
    title: 'work that is due within the longest interval of its schedule is not claimed before its time',
    run: async (store) => {
      const hour = 3_600_000;
      const due = duePayment();
      await store.insertPayment(samplePayment({ schedule: { nextQueryAt: now + 12 * hour } }), note);
      await store.insertPayment(
        {
          ...due,
          reference: 'RC-2',
          attempt: 'attempt-2',
          fulfilment: { ...due.fulfilment, nextAttemptAt: now + hour },
        },
        note,
      );
      assert.deepEqual(await store.claimPaymentsToQuery(now, now + 60_000, 10), []);
      assert.deepEqual(await store.claimFulfilments(now, now + 60_000, 10), []);
    },
  },
];
