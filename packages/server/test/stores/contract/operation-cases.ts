import type { Payment } from '@pgw/server';
import { insertOperation, isCommitted, setDiscrepancies, updateOperation } from './writes.ts';
import assert from 'node:assert/strict';
import { samplePayment } from './sample-payment.ts';
import type { OperationFilter, PaymentFilter, StoredDiscrepancy } from '@pgw/server/store';
import type { StoreCase } from './store-case.ts';
import { note, sampleHook, sampleOperation, sampleWork } from './samples.ts';

/** Cases for refunds, captures and payouts: stored once, and changed by one process at a time. */
export const operationCases: readonly StoreCase[] = [
  {
    title: 'only one of several concurrent operations of a payment is stored, and an id is used once',
    run: async (store) => {
      const payment = samplePayment({ state: 'paid' });
      await store.insert('payment', { payment, note });
      const calls = Array.from({ length: 5 }, (_, n) =>
        insertOperation(store, sampleOperation({ id: `operation-${n}` }), note, payment),
      );
      assert.equal((await Promise.all(calls)).filter(Boolean).length, 1);
      const [stored] = await store.list('operations', 'rc-1');
      const currentPayment = await store.find('payment', 'RC-1');
      assert.ok(stored && currentPayment);
      assert.deepEqual(stored, sampleOperation({ id: stored.id }));
      assert.equal(await insertOperation(store, stored, note, currentPayment), false);
      const other = sampleOperation({ id: 'operation-9', kind: 'capture' });
      assert.equal(await insertOperation(store, other, note, currentPayment), true);
      assert.equal((await store.list('operations', 'RC-1')).length, 2);
      assert.deepEqual(await store.list('captures', 'RC-1'), [other]);
    },
  },
  {
    title: 'an operation is changed by compare-and-set and leased by one of many sweeps',
    run: async (store) => {
      const payment = samplePayment({ state: 'paid' });
      await store.insert('payment', { payment, note });
      const operation = sampleOperation({ nextQueryAt: 1_000 });
      await insertOperation(store, operation, note, payment);
      const leases = await Promise.all(
        Array.from({ length: 4 }, () => store.lease('operations', { now: 2_000, until: 60_000, limit: 10 })),
      );
      assert.equal(leases.flat().length, 1);
      assert.equal(await updateOperation(store, operation, { state: 'done' }), undefined);
      const [leased] = leases.flat();
      assert.ok(leased);
      const change = { state: 'done', amount: 95, charge: 5, nextQueryAt: null } as const;
      const updated = await updateOperation(store, leased, change, note);
      assert.deepEqual(updated, { ...leased, ...change, version: leased.version + 1 });
      assert.deepEqual(await store.find('operation', operation.id), updated);
    },
  },
  {
    title: 'a payout is stored without a payment, and only one payout has a reference',
    run: async (store) => {
      const payout = sampleOperation({
        kind: 'payout',
        id: 'payout-0',
        reference: 'PO-1',
        reason: null,
        beneficiary: { method: 'bank', bankCode: 'BSERI01', number: '1234', name: 'Kedai "Biji" 咖啡' },
        receiptUrl: 'https://gateway.example/payout/1',
      });
      assert.equal(await insertOperation(store, payout, note), true);
      assert.equal(
        await insertOperation(store, { ...payout, id: 'payout-1', reference: 'po-1' }, note),
        false,
      );
      assert.deepEqual(await store.list('payouts', 'po-1'), [payout]);
    },
  },
  {
    title: 'operations that match every field of a filter are listed, newest first',
    run: async (store) => {
      for (const [n, state] of (['unknown', 'processing', 'done'] as const).entries()) {
        const fields = { id: `payout-${n}`, reference: `PO-${n}`, state, createdAt: n };
        assert.equal(
          await insertOperation(store, sampleOperation({ kind: 'payout', ...fields }), note),
          true,
        );
      }
      const listIds = async (filter: OperationFilter): Promise<string[]> =>
        (await store.search('operations', filter)).map(({ id }) => id);
      assert.deepEqual(await listIds({}), ['payout-2', 'payout-1', 'payout-0']);
      assert.deepEqual(await listIds({ limit: 1 }), ['payout-2']);
      assert.deepEqual(await listIds({ kind: 'refund' }), []);
      assert.deepEqual(await listIds({ states: ['unknown', 'processing'], before: 1 }), ['payout-0']);
    },
  },
  {
    title: 'pages of operations contain each operation once, also if many were created at the same time',
    run: async (store) => {
      for (let n = 0; n < 7; n += 1) {
        const fields = { id: `payout-${n}`, reference: `PO-${n}`, createdAt: n < 5 ? 1_000 : 2_000 };
        assert.equal(
          await insertOperation(store, sampleOperation({ kind: 'payout', ...fields }), note),
          true,
        );
      }
      const ids: string[] = [];
      for (let page = await store.search('operations', { limit: 2 }); page.length > 0;) {
        ids.push(...page.map(({ id }) => id));
        page = await store.search('operations', { limit: 2, after: page.at(-1) });
      }
      assert.deepEqual(
        ids,
        [5, 6, 0, 1, 2, 3, 4].map((n) => `payout-${n}`),
      );
    },
  },
  {
    title: 'the amount of a capture counts as captured until it is refused, and a lower amount replaces it',
    run: async (store) => {
      const payment = samplePayment({ state: 'authorized' });
      await store.insert('payment', { payment, note });
      const capture = sampleOperation({ kind: 'capture', isLast: true });
      assert.equal(await insertOperation(store, capture, note, payment), true);
      const getCapturedAmount = async () => (await store.find('payment', 'RC-1'))?.capturedAmount;
      assert.equal(await getCapturedAmount(), 100);
      const unknown = await updateOperation(store, capture, { state: 'unknown' }, note);
      assert.ok(unknown);
      assert.equal(await getCapturedAmount(), 100);
      const done = await updateOperation(store, unknown, { state: 'done', amount: 60 }, note);
      assert.ok(done);
      assert.equal(await getCapturedAmount(), 60);
      await updateOperation(store, done, { state: 'refused' }, note);
      assert.equal(await getCapturedAmount(), 0);
    },
  },
  {
    title: 'payments with and without an operation of unknown outcome can be listed by its kind',
    run: async (store) => {
      for (const state of ['unknown', 'requested', 'processing', 'done'] as const) {
        const payment = samplePayment({ reference: state, orderId: state, state: 'paid' });
        await store.insert('payment', { payment, note });
        const refund = sampleOperation({ reference: state, id: `refund-${state}`, state });
        assert.equal(await insertOperation(store, refund, note, payment), true);
      }
      const listReferences = async (filter: PaymentFilter): Promise<string[]> =>
        (await store.search('payments', filter)).map(({ reference }) => reference).sort();
      assert.deepEqual(await listReferences({ hasUndecidedRefunds: true }), ['requested', 'unknown']);
      assert.deepEqual(await listReferences({ hasUndecidedRefunds: false }), ['done', 'processing']);
      assert.deepEqual(await listReferences({ hasUndecidedCaptures: true }), []);
      assert.equal((await listReferences({ hasRefunds: true })).length, 4);
      const [unknown] = await store.list('operations', 'unknown');
      assert.ok(unknown);
      await updateOperation(store, unknown, { state: 'refused' }, note);
      assert.deepEqual(await listReferences({ hasUndecidedRefunds: true }), ['requested']);
    },
  },
  {
    title: 'a comparison writes all of its imports and changes, or nothing when a row has changed',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment({ state: 'paid' }), note });
      const payment = await store.find('payment', 'RC-1');
      assert.ok(payment);
      const operation = sampleOperation();
      await insertOperation(store, operation, note, payment);
      const currentPayment = await store.find('payment', 'RC-1');
      assert.ok(currentPayment);
      const imported = sampleOperation({ id: 'gateway:RF-1', origin: 'gateway', createdAt: 2_000 });
      const change = { state: 'done', transactionNumber: 'RF-2' } as const;
      const hook = sampleHook({
        name: 'onRefunded',
        reason: null,
        key: 'RC-1-refunded-1',
        operationId: operation.id,
      });
      const write = (read: Payment, changed = operation) =>
        isCommitted(store, {
          payment: { read, change: { schedule: { nextQueryAt: 500 } } },
          operations: { insert: [imported], change: [{ operation: changed, change }] },
          notes: [note],
          hooks: { insert: [hook] },
        });
      assert.equal(await write(payment), false);
      assert.equal(await write(currentPayment, { ...operation, version: operation.version + 1 }), false);
      assert.deepEqual(await store.list('operations', 'RC-1'), [operation]);
      assert.deepEqual(await store.list('hooks', 'RC-1'), []);
      const calls = [1, 2, 3].map(() => write(currentPayment));
      assert.equal((await Promise.all(calls)).filter(Boolean).length, 1);
      assert.deepEqual(await store.list('operations', 'RC-1'), [
        { ...operation, ...change, version: operation.version + 1 },
        imported,
      ]);
      assert.deepEqual(await store.list('hooks', 'RC-1'), [hook]);
      assert.equal((await store.find('payment', 'RC-1'))?.schedule.nextQueryAt, 500);
    },
  },
  {
    title: 'the hook of a refund becomes due with the change of the refund, and its work receives the refund',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment({ state: 'paid' }), note });
      const payment = await store.find('payment', 'RC-1');
      assert.ok(payment);
      const operation = sampleOperation();
      await insertOperation(store, operation, note, payment);
      const hook = sampleHook({
        name: 'onRefunded',
        reason: null,
        key: 'RC-1-refunded-1',
        operationId: operation.id,
      });
      const stale = { ...operation, version: operation.version + 1 };
      assert.equal(await updateOperation(store, stale, { state: 'done' }, note, hook), undefined);
      assert.deepEqual(await store.list('hooks', 'RC-1'), []);
      const done = await updateOperation(store, operation, { state: 'done' }, note, hook);
      const [leased] = await store.lease('hooks', { now: 1_000, until: 60_000, limit: 10 });
      assert.ok(leased);
      const refunds: unknown[] = [];
      const work = sampleWork((_payment, { refund }) => void refunds.push(refund));
      const runs = await Promise.all([1, 2, 3].map(() => store.runHook(leased.hook, work)));
      assert.equal(runs.filter(Boolean).length, 1);
      assert.deepEqual(refunds, [done]);
    },
  },
  {
    title: 'discrepancies are replaced by their codes, and stay accepted while their message is the same',
    run: async (store) => {
      const sum = { reference: 'RC-1', code: 'refund-sum', message: 'Less', foundAt: 1_000 } as const;
      const missing = { ...sum, code: 'refund-missing', foundAt: 2_000 } as const;
      const codes = ['refund-sum', 'refund-missing'] as const;
      await setDiscrepancies(store, 'RC-1', codes, [sum, missing]);
      await setDiscrepancies(store, 'RC-2', codes, [{ ...sum, reference: 'RC-2' }]);
      assert.deepEqual(await store.search('discrepancies', { reference: 'rc-1', limit: 10 }), [missing, sum]);
      assert.equal((await store.search('discrepancies', { limit: 2 })).length, 2);
      const accept = () =>
        isCommitted(store, {
          discrepancies: { accept: [{ reference: 'rc-1', code: 'refund-sum' }] },
          notes: [note],
        });
      assert.equal(await accept(), true);
      assert.equal(await accept(), false);
      assert.equal((await store.list('notes', 'RC-1')).length, 1);
      await setDiscrepancies(store, 'RC-1', codes, [sum]);
      assert.deepEqual(await store.search('discrepancies', { reference: 'RC-1', limit: 10 }), []);
      await setDiscrepancies(store, 'RC-1', codes, [{ ...sum, message: 'Even less' }]);
      assert.equal((await store.search('discrepancies', { reference: 'RC-1', limit: 10 })).length, 1);
      await setDiscrepancies(store, 'RC-1', codes, []);
      assert.deepEqual(await store.search('discrepancies', { reference: 'RC-1', limit: 10 }), []);
    },
  },
  {
    title:
      'a write of discrepancies returns those that are new or have another message, to one of many writers',
    run: async (store) => {
      const sum = { reference: 'RC-1', code: 'refund-sum', message: 'Less', foundAt: 1_000 } as const;
      const missing = { ...sum, code: 'refund-missing', foundAt: 2_000 } as const;
      const codes = ['refund-sum', 'refund-missing'] as const;
      const write = (...found: readonly StoredDiscrepancy[]) => setDiscrepancies(store, 'RC-1', codes, found);
      assert.deepEqual(await write(sum), [sum]);
      const writes = await Promise.all([1, 2, 3, 4].map(() => write(sum, missing)));
      assert.deepEqual(writes.flat(), [missing]);
      const changed = { ...missing, message: 'Two are missing', foundAt: 3_000 };
      // A discrepancy keeps the time at which it was found first.
      assert.deepEqual(await write(sum, changed), [{ ...changed, foundAt: missing.foundAt }]);
      await store.commit({ discrepancies: { accept: [{ reference: 'RC-1', code: 'refund-sum' }] } });
      assert.deepEqual(await write(sum, changed), []);
      assert.deepEqual(await write(), []);
      assert.deepEqual(await write(sum), [sum]);
    },
  },
  {
    title: 'only operations whose next query is scheduled and whose outcome is not final are listed as open',
    run: async (store) => {
      const fields = [
        { id: 'payout-0', state: 'unknown', nextQueryAt: 1 },
        { id: 'payout-1', state: 'refused', nextQueryAt: 1 },
        { id: 'payout-2', state: 'done', nextQueryAt: null },
      ] as const;
      for (const { id, ...rest } of fields) {
        const payout = sampleOperation({ kind: 'payout', id, reference: id, ...rest });
        assert.equal(await insertOperation(store, payout, note), true);
      }
      const open = await store.search('operations', { isOpen: true, before: 2_000 });
      assert.deepEqual(
        open.map(({ id }) => id),
        ['payout-0'],
      );
      assert.deepEqual(await store.search('operations', { isOpen: true, before: 1_000 }), []);
    },
  },
];
