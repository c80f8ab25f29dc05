import { expect, it } from 'vitest';
import { QueryBudget } from '../../src/engine/query-budget.ts';

it('a budget of two queries per second is refilled up to two queries, and not while the clock is set back', () => {
  let now = 0;
  const budget = new QueryBudget(2, () => now);
  expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false]);
  now = 500;
  expect([budget.take(), budget.take()]).toEqual([true, false]);
  now = -10_000;
  expect(budget.take()).toBe(false);
  now = 60_000;
  expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false]);
});
