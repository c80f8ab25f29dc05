import { updatePayment } from './writes.ts';
import assert from 'node:assert/strict';
import type { UnknownTransactionReport } from '@pgw/server/store';
import { samplePayment } from './sample-payment.ts';
import { note, sampleCallback } from './samples.ts';
import type { StoreCase } from './store-case.ts';

function sampleReport(fields: Partial<UnknownTransactionReport> = {}): UnknownTransactionReport {
  return {
    transactionNumber: '2005671137F81FD81D8251122',
    reference: 'A123-0123456789ABCDEF',
    orderPrefix: 'A123',
    source: 'callback',
    amount: 12_345,
    currencyCode: 'MYR',
    status: 0,
    rawBody: '{"status":0}',
    seenAt: 1_000,
    ...fields,
  };
}

/** Cases for unknown transactions and the position of the history. */
export const recoveryCases: readonly StoreCase[] = [
  {
    title: 'an unknown transaction has one row for any number of reports in any letter case',
    run: async (store) => {
      assert.equal(await store.insert('unknownTransaction', sampleReport()), true);
      const first = await store.find('unknownTransaction', sampleReport().transactionNumber);
      const { seenAt, ...fields } = sampleReport();
      const times = { firstSeenAt: seenAt, lastSeenAt: seenAt, timesSeen: 1 };
      assert.deepEqual(first, { ...fields, ...times, resolution: null, reason: null });
      const repeats = [2_000, 3_000, 4_000].map((at) =>
        store.insert(
          'unknownTransaction',
          sampleReport({ transactionNumber: '2005671137f81fd81d8251122', status: 1, seenAt: at }),
        ),
      );
      assert.deepEqual(await Promise.all(repeats), [false, false, false]);
      const open = await store.search('unknownTransactions', { limit: 10 });
      assert.deepEqual(
        open.map(({ timesSeen, status, firstSeenAt }) => [timesSeen, status, firstSeenAt]),
        [[4, 1, 1_000]],
      );
      assert.deepEqual(await store.find('unknownTransaction', '2005671137f81fd81D8251122'), open[0]);
      assert.equal(await store.find('unknownTransaction', 'other'), undefined);
    },
  },
  {
    title: 'unresolved transactions are listed newest first, for all orders or for an equal orderPrefix',
    run: async (store) => {
      await store.insert('unknownTransaction', sampleReport({ transactionNumber: 'T1', seenAt: 1 }));
      await store.insert(
        'unknownTransaction',
        sampleReport({
          transactionNumber: 'T2',
          seenAt: 2,
          orderPrefix: 'B1',
          rawBody: null,
          source: 'return',
        }),
      );
      await store.insert('unknownTransaction', sampleReport({ transactionNumber: 'T3', seenAt: 3 }));
      const listNumbers = async (filter: { orderPrefix?: string; limit: number }): Promise<string[]> =>
        (await store.search('unknownTransactions', filter)).map(({ transactionNumber }) => transactionNumber);
      assert.deepEqual(await listNumbers({ limit: 10 }), ['T3', 'T2', 'T1']);
      assert.deepEqual(await listNumbers({ limit: 1 }), ['T3']);
      assert.deepEqual(await listNumbers({ orderPrefix: 'A123', limit: 10 }), ['T3', 'T1']);
      assert.deepEqual(await listNumbers({ orderPrefix: 'A12', limit: 10 }), []);
    },
  },
  {
    title: 'an unknown transaction is resolved once, and deleted only when it is resolved and old',
    run: async (store) => {
      await store.insert('unknownTransaction', sampleReport({ transactionNumber: 'T1' }));
      await store.insert('unknownTransaction', sampleReport({ transactionNumber: 'T2' }));
      const dismissed = { resolution: 'dismissed', reason: 'A test.' } as const;
      const outcomes = await Promise.all([
        store.change('unknownTransaction', 't1', { from: { resolution: null }, to: dismissed }),
        store.change('unknownTransaction', 'T1', {
          from: { resolution: null },
          to: { resolution: 'adopted', reason: null },
        }),
      ]);
      assert.equal(outcomes.filter(Boolean).length, 1);
      assert.equal(
        await store.change('unknownTransaction', 'T9', { from: { resolution: null }, to: dismissed }),
        false,
      );
      await store.insert('unknownTransaction', sampleReport({ transactionNumber: 'T1' }));
      assert.notEqual((await store.find('unknownTransaction', 'T1'))?.resolution, null);
      const before = 5_000;
      await store.purge({
        callbacksBefore: before,
        rejectedBefore: before,
        notesBefore: before,
        usesBefore: before,
        beneficiariesBefore: 0,
        unknownTransactionsBefore: before,
        seedPeriodsBefore: 0,
      });
      assert.equal(await store.find('unknownTransaction', 'T1'), undefined);
      assert.equal((await store.search('unknownTransactions', { limit: 10 })).length, 1);
    },
  },
  {
    title: 'the position of the history increases with every entry, and no purge reduces it',
    run: async (store) => {
      // All accounts of a store have one history. A position begins with its time.
      const before = await store.read('historyPosition');
      const at = before === null ? 1_000 : Number.parseInt(before.slice(0, 9), 36) + 1_000;
      const payment = samplePayment();
      await store.insert('payment', { payment, note: { ...note, at } });
      const first = await store.read('historyPosition');
      assert.ok(first !== null && first > (before ?? ''));
      await updatePayment(store, payment, { state: 'authorized' }, { ...note, at: at + 1_000 });
      const second = await store.read('historyPosition');
      assert.ok(second !== null && second > first);
      assert.equal(await store.read('hasHistoryPosition', first), true);
      assert.equal(await store.read('hasHistoryPosition', `${first}0`), false);
      await store.purge({
        callbacksBefore: 9_000,
        rejectedBefore: 9_000,
        notesBefore: 9_000,
        usesBefore: 9_000,
        beneficiariesBefore: 9_000,
        unknownTransactionsBefore: 9_000,
        seedPeriodsBefore: 0,
      });
      assert.equal(await store.read('historyPosition'), second);
    },
  },
  {
    title: 'the audit finds fulfilled payments without an entry or an order, and callbacks without a payment',
    run: async (store) => {
      await store.insert('payment', {
        payment: samplePayment({ state: 'paid', fulfillment: { state: 'done' } }),
        note,
      });
      await store.insertCallback(sampleCallback({ reference: 'RC-2' }), 1_000);
      assert.deepEqual(await store.read('audit', { since: 0, limit: 10 }), {
        checked: 1,
        withoutNote: ['RC-1'],
        withoutOrder: ['RC-1'],
        callbacksWithoutPayment: ['rc-2'],
      });
      assert.equal((await store.read('audit', { since: 2_000, limit: 10 })).checked, 0);
    },
  },
];
