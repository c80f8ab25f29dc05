import { insertOperation, updatePayment } from './writes.ts';
import assert from 'node:assert/strict';
import type { Note } from '@pgw/server/store';
import type { StoredCallback } from '@pgw/server/store';
import { samplePayment } from './sample-payment.ts';
import type { StoreCase } from './store-case.ts';
import { insertDuePayment, note, sampleCallback, sampleOperation } from './samples.ts';

const secondPayment = { reference: 'RC-2', attempt: 'attempt-2', state: 'paid' } as const;

/** Cases for callbacks, timelines, quotas and retention. */
export const inboxCases: readonly StoreCase[] = [
  {
    title: 'the oldest due work is the earliest of callbacks, payments, operations and fulfillments',
    run: async (store) => {
      assert.equal(await store.read('oldestDueAt'), null);
      const payment = samplePayment({ schedule: { nextQueryAt: 5_000_000_000_000 } });
      await store.insert('payment', { payment, note });
      assert.equal(await store.read('oldestDueAt'), 5_000_000_000_000);
      await insertOperation(store, sampleOperation({ nextQueryAt: 4_000 }), note, payment);
      assert.equal(await store.read('oldestDueAt'), 4_000);
      const id = await store.insertCallback(sampleCallback(), 3_000);
      assert.equal(await store.read('oldestDueAt'), 3_000);
      const other = samplePayment({ ...secondPayment, fulfillment: { state: 'due' } });
      await insertDuePayment(store, other, 2_000);
      assert.equal(await store.read('oldestDueAt'), 2_000);
      await updatePayment(store, other, { fulfillment: { state: 'done' } });
      await store.commit({ endedCallbacks: [id] });
      assert.equal(await store.read('oldestDueAt'), 4_000);
    },
  },
  {
    title: 'a released callback is due again, but a handled callback is not',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment(), note });
      const ids = await Promise.all([1, 2, 3].map(() => store.insertCallback(sampleCallback(), 1_000)));
      assert.equal((await store.lease('callbacks', { now: 1_000, until: 61_000, limit: 10 })).length, 3);
      const [first = '', second = ''] = ids;
      await store.commit({ endedCallbacks: [second] });
      await store.releaseCallbacks([], 2_000);
      assert.deepEqual(await store.lease('callbacks', { now: 2_000, until: 62_000, limit: 10 }), []);
      await store.releaseCallbacks([first, second], 2_000);
      const due = await store.lease('callbacks', { now: 2_000, until: 62_000, limit: 10 });
      assert.deepEqual(
        due.map(({ id }) => id),
        [first],
      );
    },
  },
  {
    title: 'a callback and every copy of it are stored unchanged',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment(), note });
      const callback = sampleCallback({ receivedAt: 2_000, rawBody: '{\n\t"a":"咖啡 \\"\\u0041"}' });
      const calls = Array.from({ length: 30 }, () => store.insertCallback(callback, 9_000));
      assert.equal(new Set(await Promise.all(calls)).size, 30);
      const storedCallbacks = await store.list('callbacks', 'RC-1');
      assert.equal(storedCallbacks.length, 30);
      for (const storedCallback of storedCallbacks) assert.deepEqual(storedCallback, callback);
      assert.deepEqual(await store.find('payment', 'RC-1'), samplePayment());
    },
  },
  {
    title:
      'receiving a callback ignores the letter case of its reference and requires the callback URL of its payment',
    run: async (store) => {
      const payment = samplePayment();
      await store.insert('payment', { payment, note });
      const { callbackUrl } = payment;
      const receive = (fields: Partial<StoredCallback>, url = callbackUrl) =>
        store.receiveCallback(sampleCallback(fields), { callbackUrl: url, dueAt: 9_000 });
      const [receipt, lowerCaseReceipt, secondReceipt, unknownPayment, otherUrl] = await Promise.all([
        receive({ rawBody: '{"a":"\\\\"}' }),
        receive({ reference: 'rc-1', rawBody: '{"a":2}' }),
        receive({ rawBody: '{"a":1}' }),
        receive({ reference: 'RC-2' }),
        receive({}, `${callbackUrl}/moved`),
      ]);
      const receipts = [receipt, lowerCaseReceipt, secondReceipt];
      for (const received of receipts) assert.deepEqual(received?.payment, payment);
      assert.equal(new Set(receipts.map((received) => received?.id)).size, 3);
      assert.deepEqual([unknownPayment, otherUrl], [undefined, undefined]);
      const bodies = (await store.list('callbacks', 'RC-1')).map(({ rawBody }) => rawBody);
      assert.deepEqual(bodies.sort(), ['{"a":"\\\\"}', '{"a":1}', '{"a":2}']);
      assert.deepEqual(await store.list('callbacks', 'RC-2'), []);
      const due = await store.lease('callbacks', { now: 9_000, until: 60_000, limit: 10 });
      assert.deepEqual(new Set(due.map(({ id }) => id)), new Set(receipts.map((received) => received?.id)));
    },
  },
  {
    title: 'a callback that cannot be stored does not affect callbacks of the same batch',
    run: async (store) => {
      const good = sampleCallback();
      const impossible = { ...good, rawBody: Symbol('not a text') as unknown as string };
      const stored = await Promise.allSettled(
        [good, impossible, good].map((callback) => store.insertCallback(callback, 9_000)),
      );
      const outcomes = stored.map(({ status }) => status);
      assert.deepEqual(outcomes, ['fulfilled', 'rejected', 'fulfilled']);
      assert.equal((await store.list('callbacks', 'RC-1')).length, 2);
      await store.insert('payment', { payment: samplePayment(), note });
      const received = await Promise.allSettled(
        [good, impossible, good].map((callback) =>
          store.receiveCallback(callback, { callbackUrl: samplePayment().callbackUrl, dueAt: 9_000 }),
        ),
      );
      assert.deepEqual(
        received.map(({ status }) => status),
        outcomes,
      );
    },
  },
  {
    title: 'a callback that is not handled in time is leased by one of many sweeps until it is handled',
    run: async (store) => {
      const id = await store.insertCallback(sampleCallback({ receivedAt: 2_000 }), 9_000);
      assert.deepEqual(await store.lease('callbacks', { now: 8_999, until: 60_000, limit: 10 }), []);
      const leases = await Promise.all(
        Array.from({ length: 5 }, () => store.lease('callbacks', { now: 9_000, until: 60_000, limit: 10 })),
      );
      const [leased, ...others] = leases.flat();
      assert.equal(others.length, 0);
      const { transactionNumber, status, rawBody } = sampleCallback();
      const callback = { transactionNumber, status, rawBody, receivedAt: 2_000 };
      assert.deepEqual(leased, { id, reference: 'rc-1', ...callback });
      await store.commit({ endedCallbacks: [id] });
      assert.deepEqual(await store.lease('callbacks', { now: 90_000, until: 160_000, limit: 10 }), []);
    },
  },
  {
    title: 'the timeline of a payment has all its entries in their order, and no others',
    run: async (store) => {
      const payment = samplePayment();
      await store.insert('payment', { payment, note });
      const createNote = (text: string): Note => ({
        ...note,
        at: 2_000,
        source: 'sweep',
        kind: 'payment-changed',
        text,
      });
      const updatedPayment = await updatePayment(
        store,
        payment,
        { state: 'authorized' },
        createNote('first'),
      );
      await updatePayment(store, payment, { state: 'failed' }, createNote('too late'));
      assert.ok(updatedPayment);
      await updatePayment(store, updatedPayment, { schedule: { queriedAt: 5 } }, createNote('second'));
      const texts = (await store.list('notes', 'rc-1')).map(({ text }) => text);
      assert.deepEqual(texts, [note.text, 'first', 'second']);
    },
  },
  {
    title: 'all callers share one quota of units per second',
    run: async (store) => {
      const takeThree = (now: number): Promise<number> =>
        store.acquireQuota({ name: 'query', perSecond: 10, wanted: 3, now });
      const grants = await Promise.all(Array.from({ length: 8 }, () => takeThree(5_100)));
      assert.equal(
        grants.reduce((sum, granted) => sum + granted),
        10,
      );
      assert.equal(await takeThree(5_900), 0);
      assert.equal(await takeThree(6_000), 3);
    },
  },
  {
    title: 'only the newest rejected callbacks are kept, up to the limit',
    run: async (store) => {
      for (const n of [1, 2, 3, 4, 5]) {
        const rejected = {
          verdict: 'invalid-signature',
          rawBody: `body ${n}`,
          signature: null,
          receivedAt: n,
        } as const;
        await store.insert('rejectedCallback', { callback: rejected, maxCount: 3 });
      }
      const bodies = (await store.search('rejectedCallbacks', { limit: 10 })).map(({ rawBody }) => rawBody);
      assert.deepEqual(bodies, ['body 5', 'body 4', 'body 3']);
    },
  },
  {
    title:
      'rows older than their retention are deleted; payments, refunds and callbacks that are not handled are kept',
    run: async (store) => {
      const payment = samplePayment({ state: 'paid' });
      await store.insert('payment', { payment, note });
      const handled = await store.insertCallback(sampleCallback({ receivedAt: 1_000 }), 2_000);
      await store.insertCallback(sampleCallback({ receivedAt: 1_500, status: 2 }), 2_000);
      await store.insertCallback(sampleCallback({ receivedAt: 9_000 }), 9_000);
      await store.commit({
        payment: { read: payment, change: { schedule: { queriedAt: 9_000 } } },
        notes: [{ ...note, at: 9_000 }],
        endedCallbacks: [handled],
      });
      assert.equal(
        await store.purge({
          callbacksBefore: 5_000,
          rejectedBefore: 5_000,
          notesBefore: 5_000,
          usesBefore: 5_000,
          beneficiariesBefore: 5_000,
          unknownTransactionsBefore: 5_000,
          seedPeriodsBefore: 5,
        }),
        2,
      );
      assert.equal((await store.list('callbacks', 'RC-1')).length, 2);
      assert.equal((await store.list('notes', 'RC-1')).length, 1);
      assert.notEqual(await store.find('payment', 'RC-1'), undefined);
    },
  },
];
