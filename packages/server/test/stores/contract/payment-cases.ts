import { updatePayment } from './writes.ts';
import assert from 'node:assert/strict';
import type { Payment } from '@pgw/server';
import { samplePayment } from './sample-payment.ts';
import type { StoreCase } from './store-case.ts';
import { note } from './samples.ts';

/** Cases for payments: stored once, found, and changed by one process at a time. */
export const paymentCases: readonly StoreCase[] = [
  {
    title: 'a stored payment is read without a change',
    run: async (store) => {
      const payment = samplePayment({
        description: 'Kopi 咖啡 கடை',
        redirect: '{"type":"url"}',
        expiresAt: 5,
      });
      assert.equal(await store.insert('payment', { payment, note }), true);
      assert.deepEqual(await store.find('payment', payment.reference), payment);
    },
  },
  {
    title: 'references that differ only in letter case belong to one payment',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment({ reference: 'RC-1-ABC' }), note });
      assert.equal((await store.find('payment', 'rc-1-abc'))?.reference, 'RC-1-ABC');
      assert.equal(
        await store.insert('payment', {
          payment: samplePayment({ reference: 'rc-1-abc', attempt: 'other' }),
          note,
        }),
        false,
      );
    },
  },
  {
    title: 'finding a payment by any text resolves with the payment or with undefined',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment({ reference: 'RC-1' }), note });
      const references = ['rc-1', 'unknown', '', '\0', 'RC-1\0', '\ud800', '"', "'", '{', '\\', '%'];
      const payments = await Promise.all(references.map((reference) => store.find('payment', reference)));
      assert.deepEqual(
        payments.map((payment) => payment?.reference),
        references.map((reference) => (reference === 'rc-1' ? 'RC-1' : undefined)),
      );
    },
  },
  {
    title: 'fifty concurrent inserts of one attempt of an order store one payment',
    run: async (store) => {
      const calls = Array.from({ length: 50 }, (_, n) =>
        store.insert('payment', {
          payment: samplePayment({ reference: `R${n}`, attempt: 'same-attempt' }),
          note,
        }),
      );
      const stored = (await Promise.all(calls)).filter(Boolean);
      assert.equal(stored.length, 1);
      assert.equal((await store.search('payments', { orderId: 'A123' })).length, 1);
      assert.equal((await store.search('payments', { orderId: 'A123', attempt: 'same-attempt' })).length, 1);
      assert.deepEqual(await store.search('payments', { orderId: 'A124', attempt: 'same-attempt' }), []);
    },
  },
  {
    title: 'the payments of an order are listed newest first',
    run: async (store) => {
      for (const n of [2, 1, 3]) {
        await store.insert('payment', {
          payment: samplePayment({ reference: `R${n}`, attempt: `attempt-${n}`, createdAt: n }),
          note,
        });
      }
      const payments = await store.search('payments', { orderId: 'A123' });
      assert.deepEqual(
        payments.map(({ reference }) => reference),
        ['R3', 'R2', 'R1'],
      );
      assert.deepEqual(await store.search('payments', { orderId: 'unknown' }), []);
    },
  },
  {
    title: 'a list of any length is read page by page, also if many payments have the same time',
    run: async (store) => {
      const creationTimes = [3, 3, 3, 3, 3, 2, 1];
      for (const [n, createdAt] of creationTimes.entries())
        await store.insert('payment', {
          payment: samplePayment({ reference: `R${n}`, attempt: `attempt-${n}`, createdAt }),
          note,
        });
      const references: string[] = [];
      for (let after: Pick<Payment, 'createdAt' | 'reference'> | undefined; ;) {
        const page = await store.search('payments', { since: 0, after, limit: 2 });
        references.push(...page.map(({ reference }) => reference));
        after = page.at(-1);
        if (after === undefined) break;
      }
      assert.deepEqual(references, ['R0', 'R1', 'R2', 'R3', 'R4', 'R5', 'R6']);
    },
  },
  {
    title: 'one of two concurrent changes to a payment is written, and the other resolves with undefined',
    run: async (store) => {
      const payment = samplePayment();
      await store.insert('payment', { payment, note });
      const results = await Promise.all([
        updatePayment(store, payment, { state: 'authorized' }),
        updatePayment(store, payment, { state: 'failed' }),
      ]);
      const [writtenPayment, ...others] = results.filter((changed) => changed !== undefined);
      assert.equal(others.length, 0);
      assert.equal(writtenPayment?.version, payment.version + 1);
      assert.deepEqual(await store.find('payment', payment.reference), writtenPayment);
    },
  },
  {
    title: 'a payment that is due is leased by one of many sweeps',
    run: async (store) => {
      await store.insert('payment', {
        payment: samplePayment({ reference: 'R1', attempt: 'attempt-1', schedule: { nextQueryAt: 1_000 } }),
        note,
      });
      await store.insert('payment', {
        payment: samplePayment({ reference: 'R2', attempt: 'attempt-2', schedule: { nextQueryAt: 9_000 } }),
        note,
      });
      await store.insert('payment', {
        payment: samplePayment({ reference: 'R3', attempt: 'attempt-3', schedule: { nextQueryAt: null } }),
        note,
      });
      const leases = await Promise.all(
        Array.from({ length: 5 }, () => store.lease('payments', { now: 2_000, until: 60_000, limit: 10 })),
      );
      assert.deepEqual(
        leases.flat().map(({ reference }) => reference),
        ['R1'],
      );
      assert.equal((await store.find('payment', 'R1'))?.schedule.nextQueryAt, 60_000);
    },
  },
  {
    title:
      'of more due payments than the limit, the newest are leased, and some of those that have been due longest',
    run: async (store) => {
      for (let n = 0; n < 10; n += 1) {
        const schedule = { nextQueryAt: 1_000 - n };
        const fields = {
          reference: `R${n}`,
          attempt: `attempt-${n}`,
          createdAt: 100 + ((n * 3) % 10),
          schedule,
        };
        await store.insert('payment', {
          payment: samplePayment(fields),
          note: { ...note, reference: fields.reference },
        });
      }
      const lease = async (limit: number, longestDue: number): Promise<string[]> =>
        (await store.lease('payments', { now: 1_000, until: 60_000, limit, longestDue }))
          .map(({ reference }) => reference)
          .toSorted();
      assert.deepEqual(await lease(3, 1), ['R3', 'R6', 'R9']);
      assert.deepEqual(await lease(2, 0), ['R2', 'R5']);
      assert.equal((await lease(10, 1)).length, 5);
    },
  },
  {
    title: 'of several processes that know the same payments of an order, one stores the next payment',
    run: async (store) => {
      const createStartingPayment = (n: number, ordinal: number): Payment =>
        samplePayment({ reference: `R${n}`, attempt: `attempt-${n}`, ordinal, state: 'created' });
      const calls = Array.from({ length: 10 }, (_, n) =>
        store.insert('payment', { payment: createStartingPayment(n, 1), note }),
      );
      assert.equal((await Promise.all(calls)).filter(Boolean).length, 1);
      const [first] = await store.search('payments', { orderId: 'A123' });
      assert.ok(first);
      await updatePayment(store, first, { state: 'open' });
      assert.equal(await store.insert('payment', { payment: createStartingPayment(20, 1), note }), false);
      assert.equal(await store.insert('payment', { payment: createStartingPayment(20, 2), note }), true);
      const ofOtherOrder = { ...createStartingPayment(21, 1), orderId: 'B1' };
      assert.equal(await store.insert('payment', { payment: ofOtherOrder, note }), true);
    },
  },
];
