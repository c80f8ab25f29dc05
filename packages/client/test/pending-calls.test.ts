import { expect, test } from 'vitest';
import { PendingCalls } from '../src/pending-calls.ts';

test('whenEnded waits for the calls that are pending now, and not for later calls', async () => {
  const running = new PendingCalls();
  const [one, other, later] = [{}, {}, {}];
  running.begin(one);
  running.begin(other);
  const ended: string[] = [];
  const waits = ['first', 'second'].map((name) => running.whenEnded().then(() => ended.push(name)));
  running.begin(later);
  running.end(one);
  await Promise.resolve();
  expect(ended).toEqual([]);
  running.end(other);
  await Promise.all(waits);
  expect(ended.toSorted()).toEqual(['first', 'second']);
});

test('whenEnded resolves immediately without pending calls', async () => {
  await expect(new PendingCalls().whenEnded()).resolves.toBeUndefined();
});
