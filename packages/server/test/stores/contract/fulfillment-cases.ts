import { insertOperation, updatePayment } from './writes.ts';
import assert from 'node:assert/strict';
import { createPaidHook } from '@pgw/server/store';
import { samplePayment } from './sample-payment.ts';
import type { PaymentFilter } from '@pgw/server/store';
import type { StoreCase } from './store-case.ts';
import { createDuePayment, insertDuePayment, note, sampleOperation, sampleWork } from './samples.ts';

/** Cases for fulfillments: a paid order is fulfilled once. */
export const fulfillmentCases: readonly StoreCase[] = [
  {
    title: 'a fulfillment that is due is leased by one of many sweeps, and the lease counts as an attempt',
    run: async (store) => {
      await insertDuePayment(store);
      assert.deepEqual(await store.lease('hooks', { now: 999, until: 60_000, limit: 10 }), []);
      const leases = await Promise.all(
        Array.from({ length: 5 }, () => store.lease('hooks', { now: 1_000, until: 60_000, limit: 10 })),
      );
      const [leased, ...others] = leases.flat();
      assert.ok(leased);
      assert.equal(others.length, 0);
      assert.deepEqual([leased.hook.attempts, leased.hook.nextAttemptAt], [1, 60_000]);
      assert.deepEqual(await store.find('payment', 'RC-1'), leased.payment);
      assert.equal(
        await store.runHook(
          leased.hook,
          sampleWork(() => undefined),
        ),
        true,
      );
      assert.deepEqual(await store.lease('hooks', { now: 99_000, until: 160_000, limit: 10 }), []);
      assert.equal((await store.find('payment', 'RC-1'))?.fulfillment.state, 'done');
      assert.deepEqual(await store.list('hooks', 'RC-1'), []);
    },
  },
  {
    title: 'twenty concurrent fulfillments of a payment run the work once',
    run: async (store) => {
      const hook = await insertDuePayment(store);
      let runs = 0;
      const work = async (): Promise<void> => {
        runs += 1;
        await Promise.resolve();
      };
      const results = await Promise.all(
        Array.from({ length: 20 }, () => store.runHook(hook, sampleWork(work))),
      );
      assert.equal(runs, 1);
      assert.equal(results.filter(Boolean).length, 1);
    },
  },
  {
    title: 'work that throws leaves the fulfillment due, and the error reaches the caller',
    run: async (store) => {
      const hook = await insertDuePayment(store);
      const failingWork = sampleWork(() => Promise.reject(new Error('no stock')));
      await assert.rejects(store.runHook(hook, failingWork), /no stock/);
      assert.deepEqual(await store.find('payment', 'RC-1'), createDuePayment());
      assert.equal(
        await store.runHook(
          hook,
          sampleWork(() => undefined),
        ),
        true,
      );
    },
  },
  {
    title: 'calls to the store during a fulfillment join its transaction',
    run: async (store) => {
      const hook = await insertDuePayment(store);
      const work = async (): Promise<void> => {
        assert.equal((await store.find('payment', 'RC-1'))?.fulfillment.state, 'done');
      };
      assert.equal(await store.runHook(hook, sampleWork(work)), true);
    },
  },
  {
    title: 'a payment that is not due, was leased again or does not exist is not fulfilled',
    run: async (store) => {
      const unexpectedWork = sampleWork(() => assert.fail('the work ran'));
      await store.insert('payment', { payment: samplePayment(), note });
      for (const reference of ['RC-1', 'unknown'])
        assert.equal(await store.runHook(createPaidHook({ reference }, 1_000), unexpectedWork), false);
      const due = createPaidHook(samplePayment(), 1_000);
      const change = { fulfillment: { state: 'due' } } as const;
      assert.ok(await updatePayment(store, samplePayment(), change, note, due));
      await store.lease('hooks', { now: 1_000, until: 60_000, limit: 10 });
      assert.equal(await store.runHook(due, unexpectedWork), false);
    },
  },
  {
    title: 'payments are found by state, fulfillment, time and refunds, newest first',
    run: async (store) => {
      for (const n of [1, 2, 3, 4]) {
        const state = n % 2 === 0 ? 'paid' : 'failed';
        const fields = {
          reference: `R${n}`,
          attempt: `attempt-${n}`,
          orderId: `A${n}`,
          createdAt: n,
          state,
        } as const;
        await store.insert('payment', { payment: samplePayment(fields), note });
      }
      const findReferences = async (filter: PaymentFilter): Promise<string[]> =>
        (await store.search('payments', filter)).map(({ reference }) => reference);
      assert.deepEqual(await findReferences({ states: ['paid'] }), ['R4', 'R2']);
      assert.deepEqual(await findReferences({ since: 2, before: 4 }), ['R3', 'R2']);
      assert.deepEqual(await findReferences({ limit: 1 }), ['R4']);
      assert.deepEqual(await findReferences({ fulfillments: ['dead'] }), []);
      const refunded = await store.find('payment', 'R2');
      assert.ok(refunded);
      await insertOperation(store, sampleOperation({ reference: 'R2' }), note, refunded);
      assert.deepEqual(await findReferences({ hasRefunds: true }), ['R2']);
      assert.deepEqual(await findReferences({ hasRefunds: false, states: ['paid'] }), ['R4']);
    },
  },
];
