import assert from 'node:assert/strict';
import type { Payment } from '../payments/payment.ts';
import type { Note } from '../payments/timeline.ts';
import { samplePayment } from './sample-payment.ts';
import type { Store, StoredCallback } from './store.ts';

/** One promise of a store. `run` gets a store that is open and empty. */
export interface StoreCase {
  readonly title: string;
  readonly run: (store: Store) => Promise<void>;
}

/**
 * What every store promises, as cases for any test runner.
 *
 * @example
 * for (const { title, run } of storeContract) {
 *   test(title, async () => {
 *     const store = myStore();
 *     await store.open();
 *     await run(store);
 *     await store.close();
 *   });
 * }
 */
export const storeContract: readonly StoreCase[] = [
  {
    title: 'a payment comes back as it was stored',
    run: async (store) => {
      const payment = samplePayment({
        description: 'Kopi 咖啡 கடை',
        redirect: '{"type":"url"}',
        expiresAt: 5,
      });
      assert.equal(await store.insertPayment(payment, note), true);
      assert.deepEqual(await store.findPayment(payment.reference), payment);
    },
  },
  {
    title: 'references that differ only in letter case are one payment',
    run: async (store) => {
      await store.insertPayment(samplePayment({ reference: 'RC-1-ABC' }), note);
      assert.equal((await store.findPayment('rc-1-abc'))?.reference, 'RC-1-ABC');
      assert.equal(
        await store.insertPayment(samplePayment({ reference: 'rc-1-abc', attempt: 'other' }), note),
        false,
      );
    },
  },
  {
    title: 'one attempt of an order is one payment, even when asked for fifty times at once',
    run: async (store) => {
      const wishes = Array.from({ length: 50 }, (_, n) =>
        store.insertPayment(samplePayment({ reference: `R${n}`, attempt: 'same-attempt' }), note),
      );
      const stored = (await Promise.all(wishes)).filter(Boolean);
      assert.equal(stored.length, 1);
      assert.equal((await store.findPayments({ orderId: 'A123' })).length, 1);
      assert.notEqual(await store.findAttempt('A123', 'same-attempt'), undefined);
      assert.equal(await store.findAttempt('A124', 'same-attempt'), undefined);
    },
  },
  {
    title: 'the payments of an order come newest first',
    run: async (store) => {
      for (const n of [2, 1, 3]) {
        await store.insertPayment(
          samplePayment({ reference: `R${n}`, attempt: `attempt-${n}`, createdAt: n }),
          note,
        );
      }
      const found = await store.findPayments({ orderId: 'A123' });
      assert.deepEqual(
        found.map(({ reference }) => reference),
        ['R3', 'R2', 'R1'],
      );
      assert.deepEqual(await store.findPayments({ orderId: 'nobody' }), []);
    },
  },
  {
    title: 'of two changes to one version, one wins and the other learns of it',
    run: async (store) => {
      const payment = samplePayment();
      await store.insertPayment(payment, note);
      const results = await Promise.all([
        store.updatePayment(payment, { state: 'paid' }),
        store.updatePayment(payment, { state: 'failed' }),
      ]);
      const [winner, ...others] = results.filter((changed) => changed !== undefined);
      assert.equal(others.length, 0);
      assert.equal(winner?.version, payment.version + 1);
      assert.deepEqual(await store.findPayment(payment.reference), winner);
    },
  },
  {
    title: 'a callback is kept whole and makes its payment due at once',
    run: async (store) => {
      await store.insertPayment(samplePayment({ reference: 'RC-1', nextAskAt: 9_000 }), note);
      const callback = sampleCallback({ receivedAt: 2_000 });
      await store.insertCallback(callback, note);
      await store.insertCallback(callback, note);
      assert.deepEqual(await store.callbacksOf('RC-1'), [callback, callback]);
      const payment = await store.findPayment('RC-1');
      assert.equal(payment?.nextAskAt, 2_000);
      assert.equal(payment?.transactionNumber, callback.transactionNumber);
    },
  },
  {
    title: 'a callback does not replace a transaction number that is known',
    run: async (store) => {
      await store.insertPayment(samplePayment({ transactionNumber: 'KNOWN' }), note);
      await store.insertCallback(sampleCallback(), note);
      assert.equal((await store.findPayment('RC-1'))?.transactionNumber, 'KNOWN');
    },
  },
  {
    title: 'a payment that is due is claimed by one of many sweeps',
    run: async (store) => {
      await store.insertPayment(
        samplePayment({ reference: 'R1', attempt: 'attempt-1', nextAskAt: 1_000 }),
        note,
      );
      await store.insertPayment(
        samplePayment({ reference: 'R2', attempt: 'attempt-2', nextAskAt: 9_000 }),
        note,
      );
      await store.insertPayment(
        samplePayment({ reference: 'R3', attempt: 'attempt-3', nextAskAt: null }),
        note,
      );
      const claims = await Promise.all(
        Array.from({ length: 5 }, () => store.claimPaymentsToAsk(2_000, 60_000, 10)),
      );
      assert.deepEqual(
        claims.flat().map(({ reference }) => reference),
        ['R1'],
      );
      assert.equal((await store.findPayment('R1'))?.nextAskAt, 60_000);
    },
  },
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
];

const note: Note = { reference: 'RC-1', at: 1_000, source: 'start', text: 'Something happened.' };

function duePayment(): Payment {
  return samplePayment({ state: 'paid', fulfilment: 'due', nextFulfilAt: 1_000 });
}

function sampleCallback(fields: Partial<StoredCallback> = {}): StoredCallback {
  return {
    reference: 'RC-1',
    transactionNumber: '2005671137F81FD81D89D8',
    status: 1,
    rawBody: '{"status": 1.0}',
    signature: 'ac29030dcbe02ff29946e6ed128b89cfde82db7a7e80f344ee1231bff1e0daf8',
    receivedAt: 1_000,
    ...fields,
  };
}
