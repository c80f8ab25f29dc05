import { expect, it } from 'vitest';
import { batchCalls } from '../../../../src/stores/sql/batching/batches.ts';

/** Resolves after two turns of the event loop. Waiting calls have then been started as a batch. */
const twoTurns = () => new Promise<void>((resolve) => setImmediate(setImmediate, resolve));

it('batchCalls handles concurrent calls in one batch, and calls during a batch in the next one', async () => {
  const batches: number[][] = [];
  const double = batchCalls<number, number>({
    maxConcurrentBatches: 2,
    maxBatchSize: () => 10,
    run: async (items) => {
      batches.push([...items]);
      await twoTurns();
      return items.map((item) => 2 * item);
    },
  });
  const firstCalls = [double(1)];
  // The calls of the next turn share the batch.
  setImmediate(() => firstCalls.push(double(2)));
  await twoTurns();
  expect(await Promise.all([...firstCalls, double(3)])).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2], [3]]);
});

it('batchCalls makes no batch larger than maxBatchSize', async () => {
  let maxSize = 0;
  const identity = batchCalls<number, number>({
    maxConcurrentBatches: 1,
    maxBatchSize: () => 4,
    run: async (items) => {
      maxSize = Math.max(maxSize, items.length);
      await twoTurns();
      return items;
    },
  });
  const calls = Array.from({ length: 10 }, (_, n) => identity(n));
  expect(await Promise.all(calls)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(maxSize).toBe(4);
});

it('after a failed batch, batchCalls rejects only the calls that also fail alone', async () => {
  const failForTwo = batchCalls<number, number>({
    maxConcurrentBatches: 1,
    maxBatchSize: () => 10,
    run: (items) => (items.includes(2) ? Promise.reject(new Error('two')) : Promise.resolve(items)),
  });
  const outcomes = await Promise.allSettled([failForTwo(1), failForTwo(2), failForTwo(3)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('batchCalls starts the next batch while a slow one runs', async () => {
  const gate = Promise.withResolvers<void>();
  const echo = batchCalls<string, string>({
    maxConcurrentBatches: 2,
    maxBatchSize: () => 10,
    run: async (items) => {
      if (items.includes('slow')) await gate.promise;
      return items;
    },
  });
  const slow = echo('slow');
  await twoTurns();
  expect(await echo('quick')).toBe('quick');
  gate.resolve();
  expect(await slow).toBe('slow');
});
