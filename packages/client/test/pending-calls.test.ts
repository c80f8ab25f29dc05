import { expect, test } from 'vitest';
import { PendingCalls } from '../src/pending-calls.ts';

test('whenEnded waiters for the calls that are pending now, and not for later calls', async () => {
  const pendingCalls = new PendingCalls();
  const [one, other, later] = [{}, {}, {}];
  pendingCalls.begin(one);
  pendingCalls.begin(other);
  const ended: string[] = [];
  const waiters = ['first', 'second'].map((name) => pendingCalls.whenEnded().then(() => ended.push(name)));
  pendingCalls.begin(later);
  pendingCalls.end(one);
  await Promise.resolve();
  expect(ended).toEqual([]);
  pendingCalls.end(other);
  await Promise.all(waiters);
  expect(ended.toSorted()).toEqual(['first', 'second']);
});

test('whenEnded resolves immediately without pending calls', async () => {
  await expect(new PendingCalls().whenEnded()).resolves.toBeUndefined();
});
