import { expect, it } from 'vitest';
import { batchCalls } from '../../../../src/stores/sql/batching/batches.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('handles concurrent calls in one batch, and calls during a batch in the next one', async () => {
  const batches: number[][] = [];
  const double = batchCalls<number, number>({
    maxConcurrentBatches: 2,
    maxBatchSize: () => 10,
    run: async (items) => {
      batches.push([...items]);
      await nextTurn();
      return items.map((item) => 2 * item);
    },
  });
  const early = [double(1), double(2)];
  await nextTurn();
  expect(await Promise.all([...early, double(3)])).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2], [3]]);
});

it('has batches of at most the maximum size', async () => {
  let most = 0;
  const one = batchCalls<number, number>({
    maxConcurrentBatches: 1,
    maxBatchSize: () => 4,
    run: async (items) => {
      most = Math.max(most, items.length);
      await nextTurn();
      return items;
    },
  });
  const calls = Array.from({ length: 10 }, (_, n) => one(n));
  expect(await Promise.all(calls)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(most).toBe(4);
});

it('rejects only the calls that fail when they run alone', async () => {
  const careful = batchCalls<number, number>({
    maxConcurrentBatches: 1,
    maxBatchSize: () => 10,
    run: (items) => (items.includes(2) ? Promise.reject(new Error('two')) : Promise.resolve(items)),
  });
  const outcomes = await Promise.allSettled([careful(1), careful(2), careful(3)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('starts the next batch beside a slow one', async () => {
  const held = Promise.withResolvers<void>();
  const wait = batchCalls<string, string>({
    maxConcurrentBatches: 2,
    maxBatchSize: () => 10,
    run: async (items) => {
      if (items.includes('slow')) await held.promise;
      return items;
    },
  });
  const slow = wait('slow');
  await nextTurn();
  expect(await wait('quick')).toBe('quick');
  held.resolve();
  expect(await slow).toBe('slow');
});
