import { expect, test } from 'vitest';
import { createPlan } from '../../src/books/plan.ts';
import { createRandom } from '../../src/random.ts';

const options = { sequences: 10, stepsPerSequence: 12, kills: 3 };

test('the same seed gives the same plan, and another seed gives another plan', () => {
  expect(createPlan(createRandom(7), options)).toEqual(createPlan(createRandom(7), options));
  expect(createPlan(createRandom(8), options)).not.toEqual(createPlan(createRandom(7), options));
});

test('every sequence begins with a payment, and the plan has every step and a kill', () => {
  const { orders, steps } = createPlan(createRandom(7), options);
  expect(orders).toHaveLength(10);
  expect(steps).toHaveLength(120);
  expect(steps.slice(0, 10).map(({ action, order }) => [action, order])).toEqual(
    orders.map((order) => ['pay', order]),
  );
  expect(steps.filter(({ kill }) => kill !== undefined).length).toBeGreaterThan(0);
});

test('every plan has a refund that returns only the rest, and a reversal', () => {
  for (const seed of [7, 8, 9]) {
    const { steps } = createPlan(createRandom(seed), options);
    expect(steps.slice(20, 23).map(({ action }) => action)).toEqual([
      'refund-elsewhere',
      'refund',
      'change-status',
    ]);
  }
});
