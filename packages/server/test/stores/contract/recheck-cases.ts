import assert from 'node:assert/strict';
import type { Payment } from '@pgw/server';
import type { Store } from '@pgw/server/store';
import { samplePayment } from './sample-payment.ts';
import { note } from './samples.ts';
import type { StoreCase } from './store-case.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = 1_000 * dayMs;
/** Without a limit that matters: one comparison in a second. */
const perDay = 86_400;

async function insertPayment(store: Store, fields: Partial<Payment> & { readonly n: number }): Promise<void> {
  const { n, ...rest } = fields;
  const reference = `RC-${n}`;
  const payment = samplePayment({
    state: 'paid',
    transactionNumber: `T${n}`,
    createdAt: start,
    reference,
    attempt: `attempt-${n}`,
    ordinal: n,
    ...rest,
  });
  await store.insert('payment', { payment, note: { ...note, reference } });
}

async function lease(
  store: Store,
  now: number,
  { ages = [1, 3], limit = 100, rate = perDay } = {},
): Promise<readonly string[]> {
  const payments = await store.lease('rechecks', { now, until: now + 60_000, limit, ages, perDay: rate });
  return payments.map(({ reference }) => reference).sort();
}

/** Cases for payments that are compared with the gateway again. */
export const recheckCases: readonly StoreCase[] = [
  {
    title: 'a payment is leased once at each age, in any number of processes, and its query is then due',
    run: async (store) => {
      await lease(store, start);
      await insertPayment(store, { n: 1 });
      assert.deepEqual(await lease(store, start + dayMs - 1), []);
      const now = start + dayMs;
      const leases = await Promise.all([lease(store, now), lease(store, now), lease(store, now)]);
      assert.deepEqual(leases.flat(), ['RC-1']);
      assert.equal((await store.find('payment', 'RC-1'))?.schedule.nextQueryAt, now + 60_000);
      assert.deepEqual(await lease(store, start + 2 * dayMs), []);
      assert.deepEqual(await lease(store, start + 3 * dayMs), ['RC-1']);
      assert.deepEqual(await lease(store, start + 90 * dayMs), []);
    },
  },
  {
    title: 'a payment that reaches several ages between two leases is leased once',
    run: async (store) => {
      await lease(store, start);
      await insertPayment(store, { n: 1 });
      assert.deepEqual(await lease(store, start + 5 * dayMs), ['RC-1']);
      assert.deepEqual(await lease(store, start + 6 * dayMs), []);
    },
  },
  {
    title: 'payments without an outcome or without a transaction number are not compared again',
    run: async (store) => {
      await lease(store, start);
      const states = ['open', 'authorized', 'created', 'failed', 'reversed', 'review'] as const;
      for (const [index, state] of states.entries()) await insertPayment(store, { n: index + 1, state });
      await insertPayment(store, { n: 7, transactionNumber: null });
      assert.deepEqual(await lease(store, start + dayMs), ['RC-4', 'RC-5', 'RC-6']);
    },
  },
  {
    title: 'the budget of comparisons is shared, and at most an hour of it is saved up',
    run: async (store) => {
      // One comparison in six minutes.
      const options = { ages: [1], rate: 240 };
      await lease(store, start - 30 * dayMs, options);
      for (let n = 1; n <= 30; n += 1) await insertPayment(store, { n, createdAt: start + n });
      const now = start + 2 * dayMs;
      const leases = await Promise.all([1, 2, 3].map(() => lease(store, now, options)));
      assert.equal(leases.flat().length, 10);
      assert.deepEqual(await lease(store, now + hourMs / 10 - 1, options), []);
      assert.equal((await lease(store, now + hourMs / 10, options)).length, 1);
      assert.equal((await lease(store, now + 30 * dayMs, options)).length, 10);
    },
  },
  {
    title: 'comparisons that are late by more than a day are reported, and each is made in the end',
    run: async (store) => {
      const options = { ages: [1], limit: 2 };
      const findDelay = (now: number) => store.read('recheckDelay', { now, ages: [1] });
      await lease(store, start, options);
      assert.equal(await findDelay(start + 50 * dayMs), 0);
      for (let n = 1; n <= 5; n += 1) await insertPayment(store, { n, createdAt: start + n });
      assert.equal(await findDelay(start + 2 * dayMs), 0);
      const now = start + 4 * dayMs;
      assert.equal(await findDelay(now), 3 * dayMs - 1);
      const leased = [];
      for (let round = 0; round < 3; round += 1) leased.push(...(await lease(store, now, options)));
      assert.deepEqual(leased, ['RC-1', 'RC-2', 'RC-3', 'RC-4', 'RC-5']);
      assert.equal(await findDelay(now), 0);
    },
  },
  {
    title: 'the first lease has the payments that are between two ages, and no older ones',
    run: async (store) => {
      for (let n = 1; n <= 5; n += 1) await insertPayment(store, { n, createdAt: start - n * dayMs });
      await insertPayment(store, { n: 6, createdAt: start + 1 });
      // The first payment is two days old, and the second one three days.
      assert.deepEqual(await lease(store, start + dayMs), ['RC-1']);
      assert.deepEqual(await lease(store, start + dayMs + 1), ['RC-6']);
      assert.deepEqual(await lease(store, start + 2 * dayMs + 1), ['RC-1']);
    },
  },
  {
    title: 'after the clock was set back, comparisons continue',
    run: async (store) => {
      await lease(store, start + 300 * dayMs);
      await insertPayment(store, { n: 1 });
      await lease(store, start);
      assert.deepEqual(await lease(store, start + dayMs), ['RC-1']);
    },
  },
];
