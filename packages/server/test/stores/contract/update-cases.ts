import { commitUpdate, updatePayment } from './writes.ts';
import assert from 'node:assert/strict';
import type { Payment } from '@pgw/server';
import { samplePayment } from './sample-payment.ts';
import type { Note, Store } from '@pgw/server/store';
import type { StoreCase } from './store-case.ts';
import { note, createFulfillingUpdate, createPaidUpdate, sampleCallback, sampleWork } from './samples.ts';

/** The SQLSTATE of a transaction that PostgreSQL rejects because of a concurrent one. */
const serializationFailure = '40001';

/** Stores open payments of different orders. */
async function insertOpenPayments(store: Store, count: number): Promise<Payment[]> {
  const payments = Array.from({ length: count }, (_, n) =>
    samplePayment({ reference: `R${n}`, attempt: `attempt-${n}`, orderId: `order-${n}` }),
  );
  for (const payment of payments) await store.insert('payment', { payment, note });
  return payments;
}

/** Cases for updates: written completely and once, and one payment fulfills an order. */
export const updateCases: readonly StoreCase[] = [
  {
    title:
      'an update stores the payment and its notes, marks its callbacks as handled and fulfills the payment',
    run: async (store) => {
      const [payment] = await insertOpenPayments(store, 1);
      assert.ok(payment);
      const id = await store.insertCallback(sampleCallback({ reference: 'R0' }), 2_000);
      const checkDuring = async (fulfilledPayment: Payment): Promise<void> => {
        assert.deepEqual([fulfilledPayment.state, fulfilledPayment.fulfillment.state], ['paid', 'done']);
        assert.equal((await store.find('payment', 'R0'))?.fulfillment.state, 'done');
      };
      const result = await commitUpdate(
        store,
        createFulfillingUpdate(payment, checkDuring, { callbacks: [id] }),
      );
      assert.deepEqual(result?.payment, await store.find('payment', 'R0'));
      assert.deepEqual(
        [result?.payment.fulfillment, await store.list('hooks', 'R0')],
        [{ state: 'done' }, []],
      );
      const texts = (await store.list('notes', 'R0')).map(({ text }) => text);
      assert.deepEqual(texts.slice(-2), ['Paid.', 'Fulfilled.']);
      assert.deepEqual(await store.lease('callbacks', { now: 9_000, until: 60_000, limit: 10 }), []);
    },
  },
  {
    title: 'the notes of an update and of an operator are read unchanged and sorted by time',
    run: async (store) => {
      const [payment] = await insertOpenPayments(store, 1);
      assert.ok(payment);
      const reference = 'R0';
      const notes: Note[] = [
        { reference, at: 2_000, source: 'callback', kind: 'callback-received', text: 'NULL' },
        { reference, at: 4_000, source: 'sweep', kind: 'payment-changed', text: '{"a\\b", 咖啡}, \'c\'' },
        {
          reference,
          at: 5_000,
          source: 'sweep',
          kind: 'payment-changed',
          text: 'of two lines\n\\n "and"\ta tab',
        },
      ];
      const result = await commitUpdate(store, createPaidUpdate(payment, { notes }));
      assert.ok(result);
      const operatorNote: Note = {
        reference,
        at: 3_000,
        source: 'operator',
        kind: 'payment-changed',
        text: '',
      };
      await updatePayment(store, result.payment, { description: 'noted' }, operatorNote);
      const [first, ...others] = notes;
      assert.deepEqual(
        (await store.list('notes', 'r0')).slice(-4),
        [first, operatorNote, ...others].map((entry) => ({ ...entry, reference: 'r0' })),
      );
    },
  },
  {
    title: 'forty concurrent updates: those whose work throws stay due, and the others are done',
    run: async (store) => {
      const payments = await insertOpenPayments(store, 40);
      const throws = (n: number): boolean => n % 7 === 3;
      const results = await Promise.all(
        payments.map((payment, n) => {
          const work = async (): Promise<void> => {
            const updatedPayment = { ...payment, version: payment.version + 1 };
            await updatePayment(store, updatedPayment, { description: 'worked' });
            if (throws(n)) throw new Error(`no stock for ${n}`);
          };
          return commitUpdate(store, createFulfillingUpdate(payment, work));
        }),
      );
      for (const [n, { reference }] of payments.entries()) {
        const storedPayment = await store.find('payment', reference);
        assert.deepEqual(
          [storedPayment?.state, storedPayment?.fulfillment.state, storedPayment?.description],
          throws(n) ? ['paid', 'due', null] : ['paid', 'done', 'worked'],
        );
        const error = results[n]?.failure?.error;
        assert.equal(
          error instanceof Error ? error.message : error,
          throws(n) ? `no stock for ${n}` : undefined,
        );
      }
    },
  },
  {
    title: 'work that always reports a conflict fails and does not affect other updates',
    run: async (store) => {
      const payments = await insertOpenPayments(store, 8);
      const results = await Promise.all(
        payments.map((payment, n) => {
          const work = async (): Promise<void> => {
            const updatedPayment = { ...payment, version: payment.version + 1 };
            await updatePayment(store, updatedPayment, { description: 'worked' });
            if (n === 3) throw Object.assign(new Error('conflict'), { code: serializationFailure });
          };
          return commitUpdate(store, createFulfillingUpdate(payment, work));
        }),
      );
      for (const [n, { reference }] of payments.entries()) {
        const storedPayment = await store.find('payment', reference);
        assert.deepEqual(
          [storedPayment?.state, storedPayment?.fulfillment.state],
          ['paid', n === 3 ? 'due' : 'done'],
        );
        assert.equal(results[n]?.failure !== undefined, n === 3);
      }
    },
  },
  {
    title: 'when work throws before it writes, other work is not repeated',
    run: async (store) => {
      const payments = await insertOpenPayments(store, 20);
      const runs = new Map<string, number>();
      const work = ({ reference }: Payment): void => {
        runs.set(reference, (runs.get(reference) ?? 0) + 1);
        if (reference === 'R7') throw new Error('no stock');
      };
      const results = await Promise.all(
        payments.map((payment) => commitUpdate(store, createFulfillingUpdate(payment, work))),
      );
      assert.deepEqual(new Set(runs.values()), new Set([1]));
      const failed = results.filter((result) => result?.failure !== undefined);
      assert.deepEqual(
        failed.map((result) => [result?.payment.reference, result?.payment.fulfillment.state]),
        [['R7', 'due']],
      );
    },
  },
  {
    title: 'twenty concurrent updates of one payment: one is written, and its work runs once',
    run: async (store) => {
      const [payment] = await insertOpenPayments(store, 1);
      assert.ok(payment);
      let runs = 0;
      const work = async (): Promise<void> => {
        runs += 1;
        await Promise.resolve();
      };
      const results = await Promise.all(
        Array.from({ length: 20 }, () => commitUpdate(store, createFulfillingUpdate(payment, work))),
      );
      assert.equal(results.filter((result) => result !== undefined).length, 1);
      assert.equal(runs, 1);
      assert.equal((await store.list('notes', 'R0')).filter(({ text }) => text === 'Paid.').length, 1);
    },
  },
  {
    title: 'ten payments of one order that are paid at the same time: one is due, and nine are withheld',
    run: async (store) => {
      const payments = Array.from({ length: 10 }, (_, n) =>
        samplePayment({ reference: `R${n}`, attempt: `attempt-${n}` }),
      );
      for (const payment of payments) await store.insert('payment', { payment, note });
      const results = await Promise.all(
        payments.map((payment) => commitUpdate(store, createPaidUpdate(payment))),
      );
      const fulfillments = results.map((result) => String(result?.payment.fulfillment.state));
      assert.equal(fulfillments.filter((fulfillment) => fulfillment === 'due').length, 1);
      assert.equal(fulfillments.filter((fulfillment) => fulfillment === 'withheld').length, 9);
      assert.equal((await store.lease('hooks', { now: 2_000, until: 60_000, limit: 20 })).length, 1);
    },
  },
  {
    title: 'an update of a payment that has changed is not written and reserves no order',
    run: async (store) => {
      const [first, second] = [
        samplePayment({ reference: 'R1', attempt: 'attempt-1' }),
        samplePayment({ reference: 'R2', attempt: 'attempt-2' }),
      ];
      await store.insert('payment', { payment: first, note });
      await store.insert('payment', { payment: second, note });
      await updatePayment(store, first, { schedule: { queriedAt: 5 } });
      assert.equal(await commitUpdate(store, createPaidUpdate(first)), undefined);
      assert.equal((await commitUpdate(store, createPaidUpdate(second)))?.payment.fulfillment.state, 'due');
    },
  },
  {
    title: 'a locked payment does not delay other updates',
    run: async (store) => {
      const [lockedPayment, ...others] = await insertOpenPayments(store, 5);
      assert.ok(lockedPayment);
      const due = await commitUpdate(store, createPaidUpdate(lockedPayment));
      assert.ok(due);
      const [hook] = await store.list('hooks', 'R0');
      assert.ok(hook);
      let reportStart = (): void => undefined;
      const workStarted = new Promise<void>((resolve) => (reportStart = resolve));
      let endWork = (): void => undefined;
      const workEnd = new Promise<void>((resolve) => (endWork = resolve));
      const longFulfillment = store.runHook(
        hook,
        sampleWork(() => {
          reportStart();
          return workEnd;
        }),
      );
      await workStarted;
      const updates = [due.payment, ...others].map((payment) =>
        commitUpdate(store, createPaidUpdate(payment)),
      );
      // With one connection, the updates wait for the work. The test then only checks that none is lost.
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, 300));
      await Promise.race([Promise.all(updates.slice(1)), timeout]);
      endWork();
      assert.equal(await longFulfillment, true);
      const [first, ...rest] = await Promise.all(updates);
      assert.equal(first, undefined);
      assert.deepEqual(
        rest.map((result) => result?.payment.fulfillment.state),
        ['due', 'due', 'due', 'due'],
      );
    },
  },
];
