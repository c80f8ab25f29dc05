import assert from 'node:assert/strict';
import type { Note } from '../../payments/timeline.ts';
import { samplePayment } from '../sample-payment.ts';
import type { StoreCase } from './store-case.ts';
import { note, sampleCallback } from './samples.ts';

/** Callbacks and timelines are kept, capped and dropped; budgets are shared. */
export const inboxCases: readonly StoreCase[] = [
  {
    title: 'a callback is kept whole and makes its payment due at once',
    run: async (store) => {
      await store.insertPayment(samplePayment({ reference: 'RC-1', nextAskAt: 9_000 }), note);
      const callback = sampleCallback({ receivedAt: 2_000 });
      await store.insertCallback(callback, note);
      const answered = await store.insertCallback(callback, note);
      assert.deepEqual(await store.callbacksOf('RC-1'), [callback, callback]);
      const payment = await store.findPayment('RC-1');
      assert.deepEqual(answered, payment);
      assert.equal((await store.notesOf('RC-1')).length, 3);
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
    title: 'the timeline of a payment has what happened, in its order, and nothing that did not',
    run: async (store) => {
      const payment = samplePayment();
      await store.insertPayment(payment, note);
      const said = (text: string): Note => ({ ...note, at: 2_000, source: 'sweep', text });
      const changed = await store.updatePayment(payment, { state: 'paid' }, said('first'));
      await store.updatePayment(payment, { state: 'failed' }, said('too late'));
      assert.ok(changed);
      await store.updatePayment(changed, { askedAt: 5 }, said('second'));
      const texts = (await store.notesOf('rc-1')).map(({ text }) => text);
      assert.deepEqual(texts, [note.text, 'first', 'second']);
    },
  },
  {
    title: 'a budget is shared by all who take from it, and is new every second',
    run: async (store) => {
      const take = (now: number): Promise<number> =>
        store.takeBudget({ name: 'ask', perSecond: 10, wanted: 3, now });
      const granted = await Promise.all(Array.from({ length: 8 }, () => take(5_100)));
      assert.equal(
        granted.reduce((sum, some) => sum + some),
        10,
      );
      assert.equal(await take(5_900), 0);
      assert.equal(await take(6_000), 3);
    },
  },
  {
    title: 'callbacks that were refused are kept apart, the newest up to the cap',
    run: async (store) => {
      for (const n of [1, 2, 3, 4, 5]) {
        const rejected = {
          verdict: 'invalid-signature',
          rawBody: `body ${n}`,
          signature: null,
          receivedAt: n,
        } as const;
        await store.insertRejectedCallback(rejected, 3);
      }
      const bodies = (await store.rejectedCallbacks(10)).map(({ rawBody }) => rawBody);
      assert.deepEqual(bodies, ['body 5', 'body 4', 'body 3']);
    },
  },
  {
    title: 'what is older than its retention goes; payments and refunds stay',
    run: async (store) => {
      const payment = samplePayment({ state: 'paid' });
      await store.insertPayment(payment, note);
      await store.insertCallback(sampleCallback({ receivedAt: 1_000 }), note);
      await store.insertCallback(sampleCallback({ receivedAt: 9_000 }), { ...note, at: 9_000 });
      assert.equal(
        await store.purge({ callbacksBefore: 5_000, rejectedBefore: 5_000, notesBefore: 5_000 }),
        3,
      );
      assert.equal((await store.callbacksOf('RC-1')).length, 1);
      assert.equal((await store.notesOf('RC-1')).length, 1);
      assert.notEqual(await store.findPayment('RC-1'), undefined);
    },
  },
];
