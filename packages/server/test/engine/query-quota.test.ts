import { expect, it } from 'vitest';
import { QueryQuota } from '../../src/engine/query-quota.ts';

it('a quota of two queries per second is refilled up to two queries, and not while the clock is set back', () => {
  let now = 0;
  const quota = new QueryQuota(2, () => now);
  expect([quota.acquire(), quota.acquire(), quota.acquire()]).toEqual([true, true, false]);
  now = 500;
  expect([quota.acquire(), quota.acquire()]).toEqual([true, false]);
  now = -10_000;
  expect(quota.acquire()).toBe(false);
  now = 60_000;
  expect([quota.acquire(), quota.acquire(), quota.acquire()]).toEqual([true, true, false]);
});
