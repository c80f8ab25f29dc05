import { commitUpdate, updateHook, updatePayment } from './writes.ts';
import assert from 'node:assert/strict';
import type { DueHook, Hold, HookWork, Store } from '@pgw/server/store';
import type { Payment } from '@pgw/server';
import { samplePayment } from './sample-payment.ts';
import { insertDuePayment, note, sampleHook, sampleWork } from './samples.ts';
import type { StoreCase } from './store-case.ts';

const holdNote = { ...note, text: 'It waits.' };
/** A hold of a call that waits. */
const wait: Hold = { change: { attempts: 0 }, note: holdNote };

/** Two calls of one payment. Their keys sort in another order than their transitions. */
const first = sampleHook({ key: 'RC-1-reversed-1', name: 'onReversed', reason: null });
const second = sampleHook({ key: 'RC-1-ended-2' });

/** Stores a payment and calls of it, each with a change of its own. */
async function insertWithCalls(store: Store, calls: readonly DueHook[]): Promise<Payment> {
  let payment = samplePayment();
  await store.insert('payment', { payment, note });
  for (const call of calls) {
    const changed = await updatePayment(store, payment, { description: call.key }, note, call);
    assert.ok(changed);
    payment = changed;
  }
  return payment;
}

/** Work that must not run, with this check. */
function createHeldWork(check: HookWork<unknown>['check']): HookWork<unknown> {
  return sampleWork(() => assert.fail('the work ran'), check && { check });
}

async function readTexts(store: Store): Promise<string[]> {
  return (await store.list('notes', 'RC-1')).map(({ text }) => text);
}

/** Cases for the order of the calls of a payment, and for calls that are not made. */
export const hookOrderCases: readonly StoreCase[] = [
  {
    title: 'a call is checked with the stored calls before it, and a hold is written in place of its run',
    run: async (store) => {
      const payment = await insertWithCalls(store, [first, second]);
      assert.deepEqual(await store.list('hooks', 'RC-1'), [first, second]);
      await store.lease('hooks', { now: 1_000, until: 60_000, limit: 10 });
      const leased = { ...second, attempts: 1, nextAttemptAt: 60_000 };
      const checks: (readonly [Payment, readonly string[]])[] = [];
      const work = createHeldWork((checked, earlierCalls) => {
        checks.push([checked, earlierCalls.map(({ key }) => key)]);
        return wait;
      });
      assert.equal(await store.runHook(leased, work), false);
      assert.deepEqual(checks, [[payment, [first.key]]]);
      assert.deepEqual((await store.list('hooks', 'RC-1'))[1], { ...leased, attempts: 0 });
      assert.equal((await readTexts(store)).at(-1), holdNote.text);
      // Another attempt was counted, so nothing is checked or written.
      assert.equal(await store.runHook(leased, work), false);
      assert.equal(checks.length, 1);
    },
  },
  {
    title: 'a fulfillment is checked, and a hold is written in place of its run',
    run: async (store) => {
      await insertDuePayment(store);
      const [leased] = await store.lease('hooks', { now: 1_000, until: 60_000, limit: 1 });
      assert.ok(leased);
      const change = { state: 'withheld', attempts: 0, nextAttemptAt: null } as const;
      const work = createHeldWork(({ fulfillment }) => {
        assert.equal(fulfillment.state, 'due');
        return { change, note: holdNote };
      });
      assert.equal(await store.runHook(leased.hook, work), false);
      assert.deepEqual((await store.find('payment', 'RC-1'))?.fulfillment, { state: 'withheld' });
      assert.equal((await readTexts(store)).at(-1), holdNote.text);
    },
  },
  {
    title: 'an update stores its call as due when the check holds it',
    run: async (store) => {
      const payment = await insertWithCalls(store, [first]);
      const due = { ...second, attempts: 1, nextAttemptAt: 60_000 };
      const work = createHeldWork((checked, earlierCalls) => {
        assert.equal(checked.state, 'failed');
        return earlierCalls.length === 1 ? wait : undefined;
      });
      const updated = await commitUpdate(store, {
        payment,
        change: { state: 'failed', transitions: 2 },
        notes: [note],
        callbacks: [],
        hook: { due, work },
      });
      assert.deepEqual([updated?.payment.state, updated?.hook], ['failed', undefined]);
      assert.deepEqual(await store.list('hooks', 'RC-1'), [first, { ...due, attempts: 0 }]);
    },
  },
  {
    title: 'a transition waits for a call of its payment that is running, so its own call runs afterwards',
    run: async (store) => {
      const payment = await insertWithCalls(store, [first]);
      const calls: string[] = [];
      let reportStart = (): void => undefined;
      const started = new Promise<void>((resolve) => (reportStart = resolve));
      let endWork = (): void => undefined;
      const workEnd = new Promise<void>((resolve) => (endWork = resolve));
      const running = store.runHook(
        first,
        sampleWork(async () => {
          reportStart();
          await workEnd;
          calls.push(first.key);
        }),
      );
      await started;
      const update = commitUpdate(store, {
        payment,
        change: { state: 'failed', transitions: 2 },
        notes: [note],
        callbacks: [],
        hook: { due: second, work: sampleWork(() => void calls.push(second.key)) },
      });
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, 100));
      await Promise.race([update, timeout]);
      endWork();
      assert.equal(await running, true);
      assert.equal((await update)?.payment.state, 'failed');
      assert.deepEqual(calls, [first.key, second.key]);
    },
  },
  {
    title: 'a dead call is skipped once',
    run: async (store) => {
      await insertWithCalls(store, [first]);
      const dead = { ...first, state: 'dead', nextAttemptAt: null } as const;
      const skip = () => updateHook(store, dead, { state: 'withheld' }, { ...note, text: 'Skipped.' });
      assert.equal(await skip(), false);
      await updateHook(store, first, { state: 'dead', nextAttemptAt: null });
      assert.equal(await skip(), true);
      assert.equal(await skip(), false);
      assert.deepEqual(await store.list('hooks', 'RC-1'), [
        { ...first, state: 'withheld', nextAttemptAt: null },
      ]);
      assert.equal((await readTexts(store)).at(-1), 'Skipped.');
    },
  },
];
