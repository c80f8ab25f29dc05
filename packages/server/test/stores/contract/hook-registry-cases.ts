import assert from 'node:assert/strict';
import type { DueHook, Note, Store } from '@pgw/server/store';
import { samplePayment } from './sample-payment.ts';
import { note, sampleHook } from './samples.ts';
import type { StoreCase } from './store-case.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = 1_000 * dayMs;

const skip = ({ reference }: DueHook): Note => ({
  ...note,
  reference,
  kind: 'hook-skipped',
  text: 'Skipped.',
});

async function insertHook(store: Store, fields: Parameters<typeof sampleHook>[0] = {}): Promise<void> {
  await store.insert('payment', { payment: samplePayment(), note });
  await store.commit({ hooks: { insert: [sampleHook({ nextAttemptAt: now, ...fields })] } });
}

const findLate = async (store: Store, at: number) =>
  (await store.registerHooks([], at, skip)).map(({ name }) => name);

/** Cases for calls of hooks that only some processes have. */
export const hookRegistryCases: readonly StoreCase[] = [
  {
    title:
      'a call of a hook that the process does not have is stored only if a process has registered the hook',
    run: async (store) => {
      await store.insert('payment', { payment: samplePayment(), note });
      const insert = (key: string, registeredSince: number): Promise<unknown> =>
        store.commit({ hooks: { insert: [{ ...sampleHook({ key }), registeredSince }] } });
      await insert('unknown', now - dayMs);
      await store.registerHooks(['onRefunded'], now, skip);
      await insert('other', now - dayMs);
      await store.registerHooks(['onEnded', 'onRefunded'], now, skip);
      await insert('before', now + 1);
      await insert('known', now - dayMs);
      const keys = (await store.list('hooks', 'RC-1')).map(({ key }) => key);
      assert.deepEqual(keys, ['known']);
    },
  },
  {
    title: 'a lease has only calls of the hooks that the process has',
    run: async (store) => {
      await insertHook(store);
      const lease = { now, until: now + 60_000, limit: 10 };
      assert.deepEqual(await store.lease('hooks', { ...lease, hooks: ['onPaid', 'onRefunded'] }), []);
      assert.equal((await store.lease('hooks', { ...lease, hooks: ['onPaid', 'onEnded'] })).length, 1);
    },
  },
  {
    title: 'a call that no live process can make is found once after an hour, and skipped after a day',
    run: async (store) => {
      await store.registerHooks(['onRefunded'], now, skip);
      await insertHook(store);
      assert.deepEqual(await findLate(store, now + hourMs - 1), []);
      const found = await Promise.all([1, 2, 3].map(() => findLate(store, now + hourMs)));
      assert.deepEqual(found.flat(), ['onEnded']);
      assert.equal(await store.read('oldestDueAt'), null);
      assert.deepEqual(await findLate(store, now + dayMs - 1), []);
      assert.deepEqual(await findLate(store, now + dayMs), []);
      assert.equal((await store.list('hooks', 'RC-1'))[0]?.state, 'skipped');
      const texts = (await store.list('notes', 'RC-1')).map(({ text }) => text);
      assert.deepEqual(texts.slice(-1), ['Skipped.']);
      const lease = { now: now + 2 * dayMs, until: now + 3 * dayMs, limit: 10 };
      assert.deepEqual(await store.lease('hooks', lease), []);
    },
  },
  {
    title: 'a call is not skipped while a process registers its hook',
    run: async (store) => {
      await insertHook(store);
      await store.registerHooks(['onEnded'], now + dayMs, skip);
      assert.deepEqual(await findLate(store, now + dayMs + hourMs), []);
      assert.equal((await store.list('hooks', 'RC-1'))[0]?.state, 'due');
      assert.deepEqual(await findLate(store, now + dayMs + hourMs + 1), ['onEnded']);
      assert.equal((await store.list('hooks', 'RC-1'))[0]?.state, 'skipped');
    },
  },
];
