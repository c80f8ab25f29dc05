import assert from 'node:assert/strict';
import { samplePayment } from './sample-payment.ts';
import type { PaymentFilter } from '../../payments/store.ts';
import type { StoreCase } from './store-case.ts';
import { note, sampleRefund } from './samples.ts';

/** Cases for refunds: stored once, and changed by one process at a time. */
export const refundCases: readonly StoreCase[] = [
  {
    title: 'only one of several concurrent refunds is stored, and a key is used once',
    run: async (store) => {
      const payment = samplePayment({ state: 'paid' });
      await store.insertPayment(payment, note);
      const calls = Array.from({ length: 5 }, (_, n) =>
        store.insertRefund(payment, sampleRefund({ key: `refund-${n}` }), note),
      );
      assert.equal((await Promise.all(calls)).filter(Boolean).length, 1);
      const [stored] = await store.listRefunds('rc-1');
      const currentPayment = await store.findPayment('RC-1');
      assert.ok(stored && currentPayment);
      assert.equal(await store.insertRefund(currentPayment, stored, note), false);
      assert.equal(await store.insertRefund(currentPayment, sampleRefund({ key: 'refund-9' }), note), true);
      assert.equal((await store.listRefunds('RC-1')).length, 2);
    },
  },
  {
    title: 'a refund is changed by compare-and-set and claimed by one of many sweeps',
    run: async (store) => {
      const payment = samplePayment({ state: 'paid' });
      await store.insertPayment(payment, note);
      const refund = sampleRefund({ nextQueryAt: 1_000 });
      await store.insertRefund(payment, refund, note);
      const claims = await Promise.all(
        Array.from({ length: 4 }, () => store.claimRefundsToQuery(2_000, 60_000, 10)),
      );
      assert.equal(claims.flat().length, 1);
      assert.equal(await store.updateRefund(refund, { state: 'done' }), undefined);
      const [claimed] = claims.flat();
      assert.ok(claimed);
      assert.equal(
        (await store.updateRefund(claimed, { state: 'done', nextQueryAt: null }, note))?.state,
        'done',
      );
      assert.equal((await store.findRefund(refund.key))?.state, 'done');
    },
  },
  {
    title: 'payments with and without a refund of unknown outcome can be listed',
    run: async (store) => {
      for (const state of ['unknown', 'requested', 'processing', 'done'] as const) {
        const payment = samplePayment({ reference: state, orderId: state, state: 'paid' });
        await store.insertPayment(payment, note);
        const refund = sampleRefund({ reference: state, key: `refund-${state}`, state });
        await store.insertRefund(payment, refund, note);
      }
      const listReferences = async (filter: PaymentFilter): Promise<string[]> =>
        (await store.findPayments(filter)).map(({ reference }) => reference);
      assert.deepEqual((await listReferences({ hasUndecidedRefunds: true })).sort(), [
        'requested',
        'unknown',
      ]);
      assert.deepEqual((await listReferences({ hasUndecidedRefunds: false })).sort(), ['done', 'processing']);
      const [unknown] = await store.listRefunds('unknown');
      assert.ok(unknown);
      await store.updateRefund(unknown, { state: 'refused' }, note);
      assert.deepEqual(await listReferences({ hasUndecidedRefunds: true }), ['requested']);
    },
  },
];
