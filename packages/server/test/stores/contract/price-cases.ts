import { commitUpdate } from './writes.ts';
import assert from 'node:assert/strict';
import type { Refusal } from '@pgw/server/store';
import { createPaidHook } from '@pgw/server/store';
import { samplePayment } from './sample-payment.ts';
import { createFulfillingUpdate, createPaidUpdate, note, sampleWork } from './samples.ts';
import type { StoreCase } from './store-case.ts';

/** The refusal of a payment that does not pay its order. */
const refuse = (reference = 'RC-1'): Refusal => ({
  change: { state: 'review', fulfillment: { state: 'none' } },
  note: { ...note, reference, at: 4_000, text: 'The price differs.' },
});

const newPrice = { amount: 99_900, currencyCode: 'MYR' };

/** Cases for prices: the newest price is stored with the payments of an order, and a refused payment reserves no order. */
export const priceCases: readonly StoreCase[] = [
  {
    title: 'the price of an order is stored with its payments that may become paid and have another price',
    run: async (store) => {
      const payments = [
        samplePayment({ reference: 'OPEN', attempt: 'attempt-1' }),
        samplePayment({ reference: 'SAME', attempt: 'attempt-2', amount: newPrice.amount }),
        samplePayment({ reference: 'PAID', attempt: 'attempt-3', state: 'paid' }),
        samplePayment({ reference: 'OTHER', orderId: 'B1' }),
      ];
      for (const payment of payments) await store.insert('payment', { payment, note });
      assert.equal(await store.setOrderPrice('A123', newPrice, 2_000), true);
      const [open, ...others] = await Promise.all(
        payments.map(({ reference }) => store.find('payment', reference)),
      );
      assert.deepEqual(open?.changedPrice, newPrice);
      assert.equal(open.version, 2);
      assert.deepEqual(others, payments.slice(1));
    },
  },
  {
    title:
      'a price that the shop was asked for earlier changes nothing, also after the newer price was stored twice',
    run: async (store) => {
      const payment = samplePayment();
      await store.insert('payment', { payment, note });
      const { amount, currencyCode, pricedAt } = payment;
      assert.equal(await store.setOrderPrice('A123', newPrice, pricedAt - 1), false);
      assert.deepEqual(await store.find('payment', 'RC-1'), payment);
      for (const time of [2_000, 4_000]) await store.setOrderPrice('A123', newPrice, time);
      assert.equal(await store.setOrderPrice('A123', { amount, currencyCode }, 3_000), false);
      const stored = await store.find('payment', 'RC-1');
      assert.deepEqual([stored?.changedPrice, stored?.pricedAt], [newPrice, 4_000]);
    },
  },
  {
    title: 'a price in another currency is another price, and the own price of a payment removes it',
    run: async (store) => {
      const payment = samplePayment();
      await store.insert('payment', { payment, note });
      const { amount, currencyCode } = payment;
      await store.setOrderPrice('A123', { amount, currencyCode: 'SGD' }, 2_000);
      assert.deepEqual((await store.find('payment', 'RC-1'))?.changedPrice, { amount, currencyCode: 'SGD' });
      await store.setOrderPrice('A123', { amount, currencyCode }, 3_000);
      assert.equal((await store.find('payment', 'RC-1'))?.changedPrice, null);
    },
  },
  {
    title: 'an update stores that an operator has accepted the amount',
    run: async (store) => {
      const payment = samplePayment({ state: 'review' });
      await store.insert('payment', { payment, note });
      const change = { state: 'paid', acceptedAt: 2_000 } as const;
      const result = await commitUpdate(store, createPaidUpdate(payment, { change }));
      assert.equal(result?.payment.acceptedAt, 2_000);
      assert.deepEqual(await store.find('payment', 'RC-1'), result.payment);
    },
  },
  {
    title:
      'an update whose work refuses the payment stores the refusal in its transaction and reserves no order',
    run: async (store) => {
      const [refused, other] = ['R1', 'R2'].map((reference) =>
        samplePayment({ reference, attempt: `attempt-${reference}` }),
      );
      assert.ok(refused && other);
      for (const payment of [refused, other]) await store.insert('payment', { payment, note });
      const result = await commitUpdate(
        store,
        createFulfillingUpdate(refused, () => refuse('R1')),
      );
      assert.equal(result?.failure, undefined);
      assert.deepEqual(
        [result?.payment.state, result?.payment.fulfillment, result?.payment.version],
        ['review', { state: 'none' }, 2],
      );
      assert.deepEqual(await store.find('payment', 'R1'), result?.payment);
      const texts = (await store.list('notes', 'R1')).map(({ text }) => text);
      assert.deepEqual(texts, ['Paid.', 'The price differs.']);
      const next = await commitUpdate(
        store,
        createFulfillingUpdate(other, () => undefined),
      );
      assert.equal(next?.payment.fulfillment.state, 'done');
    },
  },
  {
    title: 'a later attempt whose work refuses the payment stores the refusal and releases the order',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment(), note });
      const updated = await commitUpdate(
        store,
        createFulfillingUpdate(samplePayment(), () => Promise.reject(new Error('no price'))),
      );
      assert.ok(updated?.failure && updated.hook);
      const work = sampleWork(async () => Promise.resolve(refuse()));
      assert.equal(await store.runHook(updated.hook, work), true);
      const stored = await store.find('payment', 'RC-1');
      assert.deepEqual([stored?.state, stored?.fulfillment.state], ['review', 'none']);
      assert.equal((await store.list('notes', 'RC-1')).at(-1)?.text, 'The price differs.');
      assert.equal(await store.runHook(createPaidHook(samplePayment(), 1_000), work), false);
      const other = samplePayment({ reference: 'R2', attempt: 'attempt-2' });
      await store.insert('payment', { payment: other, note });
      const next = await commitUpdate(
        store,
        createFulfillingUpdate(other, () => undefined),
      );
      assert.equal(next?.payment.fulfillment.state, 'done');
    },
  },
];
