import assert from 'node:assert/strict';
import { samplePayment } from '../sample-payment.ts';
import type { PaymentFilter } from '../store.ts';
import type { StoreCase } from './store-case.ts';
import { duePayment, note } from './samples.ts';

/** What is paid is fulfilled once, for one payment of an order. */
export const fulfilmentCases: readonly StoreCase[] = [
  {
    title: 'a due fulfilment is listed until it is done',
    run: async (store) => {
      await store.insertPayment(duePayment(), note);
      assert.deepEqual(await store.paymentsToFulfil(999, 10), []);
      assert.deepEqual(await store.paymentsToFulfil(1_000, 10), ['RC-1']);
      assert.equal(await store.fulfil('rc-1', note, () => undefined), true);
      assert.deepEqual(await store.paymentsToFulfil(1_000, 10), []);
      assert.equal((await store.findPayment('RC-1'))?.fulfilment, 'done');
    },
  },
  {
    title: 'twenty fulfilments at once run the work once',
    run: async (store) => {
      await store.insertPayment(duePayment(), note);
      let runs = 0;
      const work = async (): Promise<void> => {
        runs += 1;
        await Promise.resolve();
      };
      const results = await Promise.all(Array.from({ length: 20 }, () => store.fulfil('RC-1', note, work)));
      assert.equal(runs, 1);
      assert.equal(results.filter(Boolean).length, 1);
    },
  },
  {
    title: 'work that throws leaves the fulfilment due, and the error reaches the caller',
    run: async (store) => {
      await store.insertPayment(duePayment(), note);
      const failing = (): Promise<void> => Promise.reject(new Error('no stock'));
      await assert.rejects(store.fulfil('RC-1', note, failing), /no stock/);
      assert.deepEqual(await store.findPayment('RC-1'), duePayment());
      assert.equal(await store.fulfil('RC-1', note, () => undefined), true);
    },
  },
  {
    title: 'what is asked of the store during a fulfilment joins its transaction',
    run: async (store) => {
      await store.insertPayment(duePayment(), note);
      const during = async (): Promise<void> => {
        assert.equal((await store.findPayment('RC-1'))?.fulfilment, 'done');
      };
      assert.equal(await store.fulfil('RC-1', note, during), true);
    },
  },
  {
    title: 'a payment that is not due, or not there, is not fulfilled',
    run: async (store) => {
      await store.insertPayment(samplePayment(), note);
      const never = (): void => assert.fail('the work ran');
      assert.equal(await store.fulfil('RC-1', note, never), false);
      assert.equal(await store.fulfil('nobody', note, never), false);
    },
  },
  {
    title: 'of ten payments of one order that are paid at once, one is due and nine are withheld',
    run: async (store) => {
      const payments = Array.from({ length: 10 }, (_, n) =>
        samplePayment({ reference: `R${n}`, attempt: `attempt-${n}` }),
      );
      for (const payment of payments) await store.insertPayment(payment, note);
      const due = { state: 'paid', fulfilment: 'due', nextFulfilAt: 1_000 } as const;
      const paid = await Promise.all(payments.map((payment) => store.updatePaid(payment, due, note)));
      const fulfilments = paid.map((payment) => String(payment?.fulfilment));
      assert.equal(fulfilments.filter((fulfilment) => fulfilment === 'due').length, 1);
      assert.equal(fulfilments.filter((fulfilment) => fulfilment === 'withheld').length, 9);
      assert.equal((await store.paymentsToFulfil(2_000, 10)).length, 1);
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
      await store.updatePayment(first, { askedAt: 5 });
      const due = { state: 'paid', fulfilment: 'due', nextFulfilAt: 1_000 } as const;
      assert.equal(await store.updatePaid(first, due, note), undefined);
      assert.equal((await store.updatePaid(second, due, note))?.fulfilment, 'due');
    },
  },
  {
    title: 'payments are found by state, fulfilment and time, the newest first',
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
        await store.insertPayment(samplePayment(fields), note);
      }
      const found = async (filter: PaymentFilter): Promise<string[]> =>
        (await store.findPayments(filter)).map(({ reference }) => reference);
      assert.deepEqual(await found({ states: ['paid'] }), ['R4', 'R2']);
      assert.deepEqual(await found({ since: 2, before: 4 }), ['R3', 'R2']);
      assert.deepEqual(await found({ limit: 1 }), ['R4']);
      assert.deepEqual(await found({ fulfilments: ['dead'] }), []);
    },
  },
];
