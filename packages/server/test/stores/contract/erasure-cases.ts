import assert from 'node:assert/strict';
import { samplePayment } from './sample-payment.ts';
import { sampleApproval } from './approval-cases.ts';
import { note, sampleCallback, sampleHook, sampleOperation } from './samples.ts';
import type { StoreCase } from './store-case.ts';
import { insertOperation } from './writes.ts';

const sealed = { method: 'bank', bankCode: 'B', number: '', sealed: 'key-0001.c2VhbGVk' } as const;
const entry = { at: 9_000, text: 'Erased.' };
const order = { orderId: 'A123', orderPrefixes: ['A123'], ...entry };
const erasedPayment = { state: 'paid', description: 'For Aminah', redirect: '{"url":"x"}' } as const;
const retention = {
  callbacksBefore: 0,
  rejectedBefore: 0,
  notesBefore: 0,
  usesBefore: 0,
  seedPeriodsBefore: 0,
  unknownTransactionsBefore: 0,
};

/** Cases for personal data: what is erased and deleted, and when that is refused. */
export const erasureCases: readonly StoreCase[] = [
  {
    title: 'the personal data of an order is erased; references, numbers, amounts and kinds are kept',
    run: async (store) => {
      assert.deepEqual(await store.erase(order), { state: 'unknown' });
      const payment = samplePayment({ ...erasedPayment, orderId: 'A123' });
      await store.insert('payment', { payment, note: { ...note, text: 'A text about Aminah' } });
      const refund = sampleOperation({ state: 'done', reason: 'Aminah asked', message: 'to Aminah' });
      await insertOperation(store, refund, note, payment);
      const id = await store.insertCallback(sampleCallback({ rawBody: '{"name":"Aminah"}' }), 1_000);
      const read = await store.find('payment', 'RC-1');
      assert.ok(read);
      await store.commit({ payment: { read, change: {} }, endedCallbacks: [id] });
      const erasure = await store.erase(order);
      assert.deepEqual(erasure, { state: 'erased', payments: 1, operations: 1 });
      const after = await store.find('payment', 'RC-1');
      assert.deepEqual(after, { ...read, description: null, redirect: null, version: read.version + 2 });
      assert.deepEqual(await store.list('refunds', 'RC-1'), [
        { ...refund, reason: null, message: null, receiptUrl: null, version: 2 },
      ]);
      const notes = await store.list('notes', 'RC-1');
      assert.equal(notes.at(-1)?.kind, 'personal-data-erased');
      const callbacks = await store.list('callbacks', 'RC-1');
      assert.equal(callbacks.length, 1);
      assert.doesNotMatch(JSON.stringify([notes, callbacks]), /Aminah/);
    },
  },
  {
    title: 'nothing is erased while something of the order is open, undecided or not handled',
    run: async (store) => {
      const payment = samplePayment({ ...erasedPayment, orderId: 'A123' });
      await store.insert('payment', { payment, note });
      const expectRefusal = async (part: RegExp): Promise<void> => {
        const erasure = await store.erase(order);
        assert.equal(erasure.state, 'refused');
        assert.match(JSON.stringify(erasure), part);
        assert.equal((await store.find('payment', 'RC-1'))?.description, 'For Aminah');
      };
      const open = samplePayment({ reference: 'RC-2', orderId: 'A123', attempt: 'attempt-2', state: 'open' });
      await store.insert('payment', { payment: open, note: { ...note, reference: 'RC-2' } });
      await expectRefusal(/payment RC-2 is open/);
      await store.commit({ payment: { read: open, change: { state: 'failed' } } });
      const callback = await store.insertCallback(sampleCallback(), 1_000);
      await expectRefusal(/a callback is not handled/);
      await store.commit({ payment: { read: payment, change: {} }, endedCallbacks: [callback] });
      const refund = sampleOperation({ state: 'unknown' });
      await store.commit({ operations: { insert: [refund] } });
      await expectRefusal(/refund operation-0 is unknown/);
      await store.commit({ operations: { change: [{ operation: refund, change: { state: 'done' } }] } });
      await store.commit({ hooks: { insert: [sampleHook()] } });
      await expectRefusal(/a call of on\w+ is due/);
      const [hook] = await store.list('hooks', 'RC-1');
      assert.ok(hook);
      await store.commit({
        hooks: { change: [{ hook, change: { state: 'skipped', nextAttemptAt: null } }] },
      });
      const reference = 'RC-1';
      const found = { code: 'refund-missing', message: 'm', reference, foundAt: 1 } as const;
      await store.commit({
        discrepancies: { set: [{ reference, codes: ['refund-missing'], found: [found] }] },
      });
      await expectRefusal(/discrepancy refund-missing/);
      await store.commit({ discrepancies: { accept: [{ reference, code: 'refund-missing' }] } });
      await store.insert('unknownTransaction', {
        transactionNumber: 'T9',
        reference: 'A123-0123456789ABCDEFG',
        orderPrefix: 'A123',
        source: 'callback',
        amount: 1,
        currencyCode: 'MYR',
        status: 1,
        rawBody: '{"name":"Aminah"}',
        seenAt: 1,
      });
      await expectRefusal(/unknown transaction T9/);
      await store.change('unknownTransaction', 'T9', {
        from: { resolution: null },
        to: { resolution: 'dismissed', reason: 'of Aminah' },
      });
      assert.equal((await store.erase(order)).state, 'erased');
      const unknown = await store.find('unknownTransaction', 'T9');
      assert.deepEqual([unknown?.rawBody, unknown?.reason, unknown?.resolution], [null, null, 'dismissed']);
    },
  },
  {
    title: 'a final payout is erased, and an open one is not',
    run: async (store) => {
      const fields = { kind: 'payout', reference: 'PO-1', beneficiary: sealed, nextQueryAt: null } as const;
      const payout = sampleOperation({ ...fields, id: 'payout-0', state: 'processing' });
      await insertOperation(store, payout, { ...note, reference: 'PO-1' });
      assert.equal((await store.erase({ payoutId: 'payout-0', ...entry })).state, 'refused');
      assert.equal((await store.erase({ payoutId: 'payout-1', ...entry })).state, 'unknown');
      await store.commit({ operations: { change: [{ operation: payout, change: { state: 'done' } }] } });
      const erasure = await store.erase({ payoutId: 'payout-0', ...entry });
      assert.deepEqual(erasure, { state: 'erased', payments: 0, operations: 1 });
      const erased = await store.find('operation', 'payout-0');
      assert.deepEqual([erased?.beneficiary, erased?.reason, erased?.amount], [null, null, 100]);
    },
  },
  {
    title: 'a payout that a second person has rejected is erased, and one that waits for a decision is not',
    run: async (store) => {
      const request = { ...sampleApproval, id: 'payout-0', kind: 'payout', reference: null } as const;
      await store.insert('approval', request);
      await store.insert('approval', { ...sampleApproval, id: 'refund-0', state: 'rejected' });
      const text = 'Rejected: Aminah has called';
      await store.commit({ notes: [{ ...note, reference: 'payout-0', text }] });
      const subject = { payoutId: 'payout-0', ...entry };
      assert.deepEqual(await store.erase(subject), {
        state: 'refused',
        openParts: ['the approval payout-0 is waiting'],
      });
      await store.change('approval', 'payout-0', {
        from: { state: 'waiting' },
        to: { state: 'rejected', reason: 'Aminah has called', request: null },
      });
      for (let calls = 0; calls < 2; calls += 1)
        assert.deepEqual(await store.erase(subject), { state: 'erased', payments: 0, operations: 0 });
      const notes = await store.list('notes', 'payout-0');
      assert.deepEqual(
        notes.map(({ kind }) => kind),
        [note.kind, 'personal-data-erased'],
      );
      assert.doesNotMatch(JSON.stringify([notes, await store.find('approval', 'payout-0')]), /Aminah/);
      assert.deepEqual(await store.erase({ payoutId: 'refund-0', ...entry }), { state: 'unknown' });
    },
  },
  {
    title: 'beneficiaries of old final payouts are deleted, and those under another key are listed',
    run: async (store) => {
      const states = { final: 'done', open: 'processing', recent: 'done', stale: 'failed' } as const;
      for (const [name, state] of Object.entries(states)) {
        const number = name === 'stale' ? '1234' : '';
        const { sealed: text, ...plain } = sealed;
        const beneficiary = { ...plain, number, ...(name !== 'stale' && { sealed: text }) };
        const createdAt = name === 'final' || name === 'open' ? 1_000 : 9_000;
        const fields = { id: `payout-${name}`, reference: `PO-${name}`, state, beneficiary, createdAt };
        await insertOperation(store, sampleOperation({ kind: 'payout', ...fields }), note);
      }
      const list = async (notSealedWith: string): Promise<string[]> =>
        (await store.search('operations', { notSealedWith })).map(({ id }) => id);
      assert.deepEqual(await list('key-0001'), ['payout-stale']);
      assert.equal((await list('key-0002')).length, 4);
      await store.purge({ ...retention, beneficiariesBefore: 5_000 });
      const kept = await store.search('operations', { kind: 'payout' });
      const names = kept.filter(({ beneficiary }) => beneficiary !== null).map(({ id }) => id);
      assert.deepEqual(names.toSorted(), ['payout-open', 'payout-recent', 'payout-stale']);
    },
  },
];
