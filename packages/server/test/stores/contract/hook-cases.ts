import { commitUpdate, updateHook, updatePayment, type PaymentUpdate } from './writes.ts';
import assert from 'node:assert/strict';
import type { OrderStatus, Payment } from '@pgw/server';
import type { DueHook, HookChange, Store } from '@pgw/server/store';
import { samplePayment } from './sample-payment.ts';
import { createPaidUpdate, insertDuePayment, note, sampleHook, sampleWork } from './samples.ts';
import type { StoreCase } from './store-case.ts';

/** Stores open payments of one order. */
async function insertPaymentsOfOrder(store: Store, count: number): Promise<Payment[]> {
  const payments = Array.from({ length: count }, (_, n) =>
    samplePayment({ reference: `R${n}`, attempt: `attempt-${n}` }),
  );
  for (const payment of payments) await store.insert('payment', { payment, note });
  return payments;
}

/** An update that makes a payment failed, and runs its `onEnded` with the status of the order. */
function createEndingUpdate(
  payment: Payment,
  onEnded: (order: OrderStatus | undefined) => void,
): PaymentUpdate {
  const { reference } = payment;
  const work = sampleWork((_payment, { order }) => onEnded(order), { reference, needsOrder: true });
  return {
    payment,
    change: { state: 'failed', transitions: 1 },
    notes: [{ ...note, reference, text: 'Failed.' }],
    callbacks: [],
    hook: { due: sampleHook({ reference, attempts: 1, nextAttemptAt: 60_000 }), work },
  };
}

const isReleased = (order: OrderStatus | undefined): boolean =>
  order?.isPaid === false && !order.hasOpenPayments;

/** Cases for hooks other than `onPaid`: each call succeeds once, and only one of an order finds nothing open. */
export const hookCases: readonly StoreCase[] = [
  {
    title: 'a hook that is stored with a change is leased once, run once and then deleted',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment(), note });
      const changed = await updatePayment(
        store,
        samplePayment(),
        { state: 'refused', transitions: 1 },
        note,
        sampleHook(),
      );
      assert.deepEqual(await store.list('hooks', 'rc-1'), [{ ...sampleHook(), reference: 'rc-1' }]);
      assert.deepEqual(await store.lease('hooks', { now: 999, until: 60_000, limit: 10 }), []);
      const leases = await Promise.all(
        Array.from({ length: 5 }, () => store.lease('hooks', { now: 1_000, until: 60_000, limit: 10 })),
      );
      const [leased, ...others] = leases.flat();
      assert.ok(leased);
      assert.equal(others.length, 0);
      assert.deepEqual(leased, {
        payment: changed,
        hook: sampleHook({ attempts: 1, nextAttemptAt: 60_000 }),
      });
      let runs = 0;
      const work = sampleWork(async () => {
        runs += 1;
        await Promise.resolve();
      });
      const results = await Promise.all(Array.from({ length: 10 }, () => store.runHook(leased.hook, work)));
      assert.deepEqual([runs, results.filter(Boolean).length], [1, 1]);
      assert.deepEqual(await store.list('hooks', 'RC-1'), []);
      assert.equal((await store.list('notes', 'RC-1')).at(-1)?.text, 'Fulfilled.');
    },
  },
  {
    title: 'a hook is not stored when its payment has changed since it was read',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment(), note });
      await updatePayment(store, samplePayment(), { schedule: { queriedAt: 5 } });
      assert.equal(
        await updatePayment(store, samplePayment(), { state: 'refused' }, note, sampleHook()),
        undefined,
      );
      assert.deepEqual(await store.list('hooks', 'RC-1'), []);
    },
  },
  {
    title: 'a hook whose work throws stays due, and its writes are rolled back',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment(), note });
      const changed = await updatePayment(store, samplePayment(), { state: 'refused' }, note, sampleHook());
      assert.ok(changed);
      const work = sampleWork(async () => {
        await updatePayment(store, changed, { description: 'worked' });
        throw new Error('no stock');
      });
      await assert.rejects(store.runHook(sampleHook(), work), /no stock/);
      assert.equal((await store.find('payment', 'RC-1'))?.description, null);
      assert.deepEqual(await store.list('hooks', 'RC-1'), [sampleHook()]);
    },
  },
  {
    title: 'a call of a hook is changed only while it is due and no other attempt was counted',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment(), note });
      await updatePayment(store, samplePayment(), { state: 'refused' }, note, sampleHook());
      assert.equal(await updateHook(store, sampleHook({ attempts: 3 }), { state: 'dead' }), false);
      assert.equal(await updateHook(store, sampleHook(), { state: 'dead', nextAttemptAt: null }, note), true);
      assert.equal(await updateHook(store, sampleHook(), { attempts: 1 }), false);
      assert.deepEqual(await store.lease('hooks', { now: 9_000, until: 60_000, limit: 10 }), []);
      const requeue = { state: 'due', attempts: 0, nextAttemptAt: 5_000 } as const;
      const dead = sampleHook({ state: 'dead', nextAttemptAt: null });
      assert.equal(await updateHook(store, dead, requeue, note), true);
      assert.equal(await updateHook(store, dead, requeue, note), false);
      assert.deepEqual(await store.list('hooks', 'RC-1'), [sampleHook({ nextAttemptAt: 5_000 })]);
    },
  },
  {
    title: 'a due fulfillment is postponed or ended only while no other attempt was counted',
    run: async (store) => {
      await insertDuePayment(store);
      const [leased] = await store.lease('hooks', { now: 1_000, until: 60_000, limit: 1 });
      assert.ok(leased);
      assert.equal(await updateHook(store, { ...leased.hook, attempts: 0 }, { state: 'dead' }), false);
      assert.equal(await updateHook(store, leased.hook, { attempts: 0, nextAttemptAt: 70_000 }, note), true);
      const held = { ...leased.hook, attempts: 0, nextAttemptAt: 70_000 };
      assert.deepEqual(await store.list('hooks', 'RC-1'), [held]);
      assert.equal((await store.find('payment', 'RC-1'))?.version, 1);
    },
  },
  {
    title: 'the fulfillment of a payment has the state of the call of onPaid, and a withheld one has no call',
    run: async (store) => {
      const due = await insertDuePayment(store);
      const states: unknown[] = [];
      const change = async (hook: DueHook, fields: HookChange): Promise<void> => {
        assert.equal(await updateHook(store, hook, fields, note), true);
        const { version, fulfillment } = (await store.find('payment', 'RC-1')) ?? {};
        states.push([version, fulfillment?.state, (await store.list('hooks', 'RC-1')).length]);
      };
      const dead = { ...due, state: 'dead', nextAttemptAt: null } as const;
      await change(due, { state: 'dead', nextAttemptAt: null });
      await change(dead, { state: 'due', attempts: 0, nextAttemptAt: 2_000 });
      assert.equal(await updateHook(store, dead, { state: 'withheld' }), false);
      await change(due, { state: 'withheld', nextAttemptAt: null });
      assert.deepEqual(states, [
        [2, 'dead', 1],
        [3, 'due', 1],
        [4, 'withheld', 0],
      ]);
      assert.deepEqual(await store.lease('hooks', { now: 9_000, until: 60_000, limit: 10 }), []);
    },
  },
  {
    title: 'a payment that an operator ends has no call of onPaid any more',
    run: async (store) => {
      await insertDuePayment(store);
      const change = { state: 'canceled', fulfillment: { state: 'withheld' } } as const;
      const payment = await store.find('payment', 'RC-1');
      assert.ok(payment);
      const update = { payment, change, notes: [note], callbacks: [], releasesOrder: true };
      assert.ok(await commitUpdate(store, update));
      assert.deepEqual(await store.list('hooks', 'RC-1'), []);
    },
  },
  {
    title: 'a failed fulfillment whose amount was accepted stores when',
    run: async (store) => {
      await insertDuePayment(store);
      const [leased] = await store.lease('hooks', { now: 1_000, until: 60_000, limit: 1 });
      assert.ok(leased);
      assert.equal(await updateHook(store, leased.hook, { nextAttemptAt: 70_000, acceptedAt: 2_000 }), true);
      assert.equal((await store.find('payment', 'RC-1'))?.acceptedAt, 2_000);
    },
  },
  {
    title: 'a function of the shop runs in a transaction, which is rolled back when the function throws',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment(), note });
      const run = <Result>(work: (tx: unknown) => Result | Promise<Result>) =>
        store.runInTransaction({ work, timeoutMs: 10_000 });
      const describePayment = (description: string) => updatePayment(store, samplePayment(), { description });
      const result = run(async (tx) => {
        assert.ok(tx);
        await describePayment('rolled back');
        throw new Error('no price');
      });
      await assert.rejects(result, /no price/);
      assert.equal((await store.find('payment', 'RC-1'))?.description, null);
      assert.equal(await run(() => 'price'), 'price');
      await run(() => describePayment('committed'));
      assert.equal((await store.find('payment', 'RC-1'))?.description, 'committed');
      const endless = store.runInTransaction({ work: () => new Promise(() => undefined), timeoutMs: 20 });
      await assert.rejects(endless, /did not finish within 20 ms/);
    },
  },
  {
    title: 'an update runs its hook in the same transaction, and stores it as due when the work throws',
    run: async (store) => {
      const [first, second] = await insertPaymentsOfOrder(store, 2);
      assert.ok(first && second);
      const orders: (OrderStatus | undefined)[] = [];
      const updated = await commitUpdate(
        store,
        createEndingUpdate(first, (order) => void orders.push(order)),
      );
      assert.deepEqual(
        [updated?.payment.state, updated?.hook?.key, updated?.failure],
        ['failed', 'R0-ended-1', undefined],
      );
      assert.deepEqual(orders, [{ isPaid: false, hasOpenPayments: true }]);
      const failed = await commitUpdate(
        store,
        createEndingUpdate(second, () => {
          throw new Error('no stock');
        }),
      );
      assert.deepEqual(
        [failed?.payment.state, String(failed?.failure?.error)],
        ['failed', 'Error: no stock'],
      );
      assert.deepEqual(await store.list('hooks', 'R0'), []);
      assert.equal((await store.list('hooks', 'R1'))[0]?.attempts, 1);
    },
  },
  {
    title: 'of ten payments of one order that end at the same time, one finds no open payment',
    run: async (store) => {
      const payments = await insertPaymentsOfOrder(store, 10);
      const orders: (OrderStatus | undefined)[] = [];
      const results = await Promise.all(
        payments.map((payment) =>
          commitUpdate(
            store,
            createEndingUpdate(payment, (order) => void orders.push(order)),
          ),
        ),
      );
      assert.equal(results.filter((result) => result?.payment.state === 'failed').length, 10);
      assert.equal(orders.length, 10);
      assert.equal(orders.filter(isReleased).length, 1);
    },
  },
  {
    title: 'of ten stored calls of one order that run at the same time, one finds no open payment',
    run: async (store) => {
      const payments = await insertPaymentsOfOrder(store, 10);
      for (const payment of payments) {
        const hook = sampleHook({ reference: payment.reference });
        await updatePayment(
          store,
          payment,
          { state: 'failed' },
          { ...note, reference: payment.reference },
          hook,
        );
      }
      const orders: (OrderStatus | undefined)[] = [];
      const results = await Promise.all(
        payments.map(({ reference }) =>
          store.runHook(
            sampleHook({ reference }),
            sampleWork((_payment, { order }) => void orders.push(order), { reference, needsOrder: true }),
          ),
        ),
      );
      assert.equal(results.filter(Boolean).length, 10);
      assert.equal(orders.filter(isReleased).length, 1);
    },
  },
  {
    title: 'a payment that becomes paid while another one ends: the end finds the order paid or open',
    run: async (store) => {
      for (let round = 0; round < 10; round += 1) {
        const orderId = `order-${round}`;
        const [ending, paying] = ['a', 'b'].map((name) =>
          samplePayment({ reference: `${name}${round}`, attempt: name, orderId }),
        );
        assert.ok(ending && paying);
        await store.insert('payment', { payment: ending, note: { ...note, reference: ending.reference } });
        await store.insert('payment', { payment: paying, note: { ...note, reference: paying.reference } });
        const orders: (OrderStatus | undefined)[] = [];
        await Promise.all([
          commitUpdate(
            store,
            createEndingUpdate(ending, (order) => void orders.push(order)),
          ),
          commitUpdate(store, createPaidUpdate(paying)),
        ]);
        assert.deepEqual([orders.length, orders.some(isReleased)], [1, false]);
        assert.equal((await store.find('payment', paying.reference))?.fulfillment.state, 'due');
      }
    },
  },
];
