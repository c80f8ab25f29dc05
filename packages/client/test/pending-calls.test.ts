import { expect, test } from 'vitest';
import { PendingCalls } from '../src/pending-calls.ts';

test('whenEnded waits for the calls that are pending now, and not for later calls', async () => {
  const pendingCalls = new PendingCalls();
  const [first, second, later] = [{}, {}, {}];
  pendingCalls.begin(first);
  pendingCalls.begin(second);
  let isEnded = false;
  const ended = pendingCalls.whenEnded().then(() => (isEnded = true));
  pendingCalls.begin(later);
  pendingCalls.end(first);
  await Promise.resolve();
  expect(isEnded).toBe(false);
  pendingCalls.end(second);
  await ended;
});

test('two callers of whenEnded wait for the same call', async () => {
  const pendingCalls = new PendingCalls();
  const call = {};
  pendingCalls.begin(call);
  const ended = [pendingCalls.whenEnded(), pendingCalls.whenEnded()];
  pendingCalls.end(call);
  expect(await Promise.all(ended)).toEqual([undefined, undefined]);
});

test('whenEnded resolves immediately without pending calls', async () => {
  await expect(new PendingCalls().whenEnded()).resolves.toBeUndefined();
});
