import assert from 'node:assert/strict';
import type { Payment } from '../../payments/payment.ts';
import { samplePayment } from './sample-payment.ts';
import type { Store } from '../../payments/store.ts';
import type { Note } from '../../payments/timeline.ts';
import type { StoreCase } from './store-case.ts';
import { note, paidSettlement, sampleCallback, sampleWork } from './samples.ts';

/** Stores open payments, each for another order. */
async function openPayments(store: Store, count: number): Promise<Payment[]> {
  const payments = Array.from({ length: count }, (_, n) =>
    samplePayment({ reference: `R${n}`, attempt: `attempt-${n}`, orderId: `order-${n}` }),
  );
  for (const payment of payments) await store.insertPayment(payment, note);
  return payments;
}

/** A settlement is written completely and once, and one payment of an order is fulfilled. */
export const settlementCases: readonly StoreCase[] = [
  {
    title: 'a settlement writes the payment, its notes and the end of its callbacks, and fulfils it',
    run: async (store) => {
      const [payment] = await openPayments(store, 1);
      assert.ok(payment);
      const id = await store.insertCallback(sampleCallback({ reference: 'R0' }), 2_000);
      const during = async (given: Payment): Promise<void> => {
        assert.deepEqual([given.state, given.fulfilment.state], ['paid', 'done']);
        assert.equal((await store.findPayment('R0'))?.fulfilment.state, 'done');
      };
      const settled = await store.settlePayment(
        paidSettlement(payment, { callbacks: [id], fulfil: sampleWork(during, 'R0') }),
      );
      assert.deepEqual(settled?.payment, await store.findPayment('R0'));
      assert.deepEqual(
        [
          settled?.payment.fulfilment.state,
          settled?.payment.fulfilment.nextAttemptAt,
          settled?.payment.fulfilment.attempts,
        ],
        ['done', null, 0],
      );
      const texts = (await store.notesOf('R0')).map(({ text }) => text);
      assert.deepEqual(texts.slice(-2), ['Paid.', 'Fulfilled.']);
      assert.deepEqual(await store.claimCallbacks(9_000, 60_000, 10), []);
    },
  },
  {
    title: 'the notes of several settlements are read unchanged and sorted by time',
    run: async (store) => {
      const [payment] = await openPayments(store, 1);
      assert.ok(payment);
      const reference = 'R0';
      const notes: Note[] = [
        { reference, at: 2_000, source: 'callback', text: 'NULL' },
        { reference, at: 4_000, source: 'sweep', text: '{"a\\b", 咖啡}, \'c\'' },
        { reference, at: 5_000, source: 'sweep', text: 'of two lines\n\\n "and"\ta tab' },
      ];
      const settled = await store.settlePayment(paidSettlement(payment, { notes }));
      assert.ok(settled);
      const between: Note = { reference, at: 3_000, source: 'operator', text: '' };
      await store.updatePayment(settled.payment, { description: 'noted' }, between);
      const [first, ...others] = notes;
      assert.deepEqual(
        (await store.notesOf('r0')).slice(-4),
        [first, between, ...others].map((one) => ({ ...one, reference: 'r0' })),
      );
    },
  },
  {
    title: 'of forty concurrent settlements, those whose work throws stay due, and the others are done',
    run: async (store) => {
      const payments = await openPayments(store, 40);
      const isBad = (n: number): boolean => n % 7 === 3;
      const settled = await Promise.all(
        payments.map((payment, n) => {
          const work = async (): Promise<void> => {
            await store.updatePayment({ ...payment, version: 2 }, { description: 'worked' });
            if (isBad(n)) throw new Error(`no stock for ${n}`);
          };
          return store.settlePayment(paidSettlement(payment, { fulfil: sampleWork(work) }));
        }),
      );
      for (const [n, { reference }] of payments.entries()) {
        const now = await store.findPayment(reference);
        assert.deepEqual(
          [now?.state, now?.fulfilment.state, now?.description],
          isBad(n) ? ['paid', 'due', null] : ['paid', 'done', 'worked'],
        );
        const error = settled[n]?.failure?.error;
        assert.equal(
          error instanceof Error ? error.message : error,
          isBad(n) ? `no stock for ${n}` : undefined,
        );
      }
    },
  },
  {
    title: 'work that always reports a conflict fails and does not affect other settlements',
    run: async (store) => {
      const payments = await openPayments(store, 8);
      const settled = await Promise.all(
        payments.map((payment, n) => {
          const work = async (): Promise<void> => {
            await store.updatePayment({ ...payment, version: 2 }, { description: 'worked' });
            if (n === 3) throw Object.assign(new Error('met another'), { code: '40001' });
          };
          return store.settlePayment(paidSettlement(payment, { fulfil: sampleWork(work) }));
        }),
      );
      for (const [n, { reference }] of payments.entries()) {
        const now = await store.findPayment(reference);
        assert.deepEqual([now?.state, now?.fulfilment.state], ['paid', n === 3 ? 'due' : 'done']);
        assert.equal(settled[n]?.failure !== undefined, n === 3);
      }
    },
  },
  {
    title: 'work that throws without a write does not repeat other work',
    run: async (store) => {
      const payments = await openPayments(store, 20);
      const runs = new Map<string, number>();
      const work = ({ reference }: Payment): void => {
        runs.set(reference, (runs.get(reference) ?? 0) + 1);
        if (reference === 'R7') throw new Error('no stock');
      };
      const settled = await Promise.all(
        payments.map((payment) => store.settlePayment(paidSettlement(payment, { fulfil: sampleWork(work) }))),
      );
      assert.deepEqual(new Set(runs.values()), new Set([1]));
      const failed = settled.filter((one) => one?.failure !== undefined);
      assert.deepEqual(
        failed.map((one) => [one?.payment.reference, one?.payment.fulfilment.state]),
        [['R7', 'due']],
      );
    },
  },
  {
    title: 'of twenty settlements of one payment, one is written and its work runs once',
    run: async (store) => {
      const [payment] = await openPayments(store, 1);
      assert.ok(payment);
      let runs = 0;
      const work = async (): Promise<void> => {
        runs += 1;
        await Promise.resolve();
      };
      const settled = await Promise.all(
        Array.from({ length: 20 }, () =>
          store.settlePayment(paidSettlement(payment, { fulfil: sampleWork(work) })),
        ),
      );
      assert.equal(settled.filter((one) => one !== undefined).length, 1);
      assert.equal(runs, 1);
      assert.equal((await store.notesOf('R0')).filter(({ text }) => text === 'Paid.').length, 1);
    },
  },
  {
    title: 'of ten payments of one order that are paid at the same time, one is due and nine are withheld',
    run: async (store) => {
      const payments = Array.from({ length: 10 }, (_, n) =>
        samplePayment({ reference: `R${n}`, attempt: `attempt-${n}` }),
      );
      for (const payment of payments) await store.insertPayment(payment, note);
      const settled = await Promise.all(
        payments.map((payment) => store.settlePayment(paidSettlement(payment))),
      );
      const fulfilments = settled.map((one) => String(one?.payment.fulfilment.state));
      assert.equal(fulfilments.filter((fulfilment) => fulfilment === 'due').length, 1);
      assert.equal(fulfilments.filter((fulfilment) => fulfilment === 'withheld').length, 9);
      assert.equal((await store.claimFulfilments(2_000, 60_000, 20)).length, 1);
    },
  },
  {
    title: 'a payment that lost its compare-and-set claims nothing',
    run: async (store) => {
      const [first, second] = [
        samplePayment({ reference: 'R1', attempt: 'attempt-1' }),
        samplePayment({ reference: 'R2', attempt: 'attempt-2' }),
      ];
      await store.insertPayment(first, note);
      await store.insertPayment(second, note);
      await store.updatePayment(first, { schedule: { queriedAt: 5 } });
      assert.equal(await store.settlePayment(paidSettlement(first)), undefined);
      assert.equal((await store.settlePayment(paidSettlement(second)))?.payment.fulfilment.state, 'due');
    },
  },
  {
    title: 'a locked payment delays no other settlement',
    run: async (store) => {
      const [held, ...others] = await openPayments(store, 5);
      assert.ok(held);
      const due = await store.settlePayment(paidSettlement(held));
      assert.ok(due);
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const long = await new Promise<{ readonly result: Promise<boolean> }>((begun) => {
        const work = sampleWork(() => {
          begun({ result });
          return ended;
        });
        const result = store.fulfil(due.payment, work);
      });
      const all = [due.payment, ...others].map((payment) => store.settlePayment(paidSettlement(payment)));
      // On a store with one connection they wait for the work. There they only must not be lost.
      const soon = new Promise<void>((resolve) => setTimeout(resolve, 300));
      await Promise.race([Promise.all(all.slice(1)), soon]);
      end();
      assert.equal(await long.result, true);
      const [first, ...rest] = await Promise.all(all);
      assert.equal(first, undefined);
      assert.deepEqual(
        rest.map((one) => one?.payment.fulfilment.state),
        ['due', 'due', 'due', 'due'],
      );
    },
  },
];
