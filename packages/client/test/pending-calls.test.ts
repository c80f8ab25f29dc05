import { expect, test } from 'vitest';
import { PendingCalls } from '../src/pending-calls.ts';

test('whenEnded waits for the calls that are pending now, and not for later calls', async () => {
  const pendingCalls = new PendingCalls();
  const [first, second, later] = [{}, {}, {}];
  pendingCalls.begin(first);
  pendingCalls.begin(second);
  const resolved: string[] = [];
  const waiters = ['first', 'second'].map((name) => pendingCalls.whenEnded().then(() => resolved.push(name)));
  pendingCalls.begin(later);
  pendingCalls.end(first);
  await Promise.resolve();
  expect(resolved).toEqual([]);
  pendingCalls.end(second);
  await Promise.all(waiters);
  expect(resolved.toSorted()).toEqual(['first', 'second']);
});

test('whenEnded resolves immediately without pending calls', async () => {
  await expect(new PendingCalls().whenEnded()).resolves.toBeUndefined();
});
