import { expect, it } from 'vitest';
import type { PaymentState } from '../../src/index.ts';
import { computeNextQueryAt, computeNextAttemptAt } from '../../src/model/schedule.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';

const payment = samplePayment({ createdAt: 0 });
const minuteMs = 60_000;

const dayMs = 24 * 60 * minuteMs;

/** Returns the times of the queries until a time, or until the last query. */
function listQueries(state: PaymentState, until: number): number[] {
  const queriedAt: number[] = [];
  for (let at: number | null = 0; at !== null && at < until; at = computeNextQueryAt(state, payment, at))
    queriedAt.push(at);
  return queriedAt;
}

it.each(['open', 'authorized', 'refunding', 'reversed'] as const)(
  'a payment in the state %s is queried without an age limit, at least every 12 hours until day 14, and then once a day',
  (state) => {
    const queriedAt = listQueries(state, 40 * dayMs);
    const gaps = queriedAt.slice(1).map((at, index) => at - queriedAt[index]!);
    expect(gaps[0]).toBe(20_000);
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    expect(queriedAt.filter((at) => at >= 14 * dayMs)).toHaveLength(26);
    // The schedule limits the load of the gateway.
    expect(queriedAt.filter((at) => at < 14 * dayMs).length).toBeLessThan(80);
  },
);

it('a payment whose start has no known outcome is queried until a week has passed', () => {
  const queriedAt = listQueries('unknown', 40 * dayMs);
  expect(queriedAt.at(-1)).toBeGreaterThanOrEqual(7 * dayMs);
  expect(queriedAt.length).toBeLessThan(70);
});

it('a payment in a final state is not queried', () => {
  for (const state of ['paid', 'failed', 'canceled', 'expired', 'refunded', 'refused', 'review'] as const) {
    expect(computeNextQueryAt(state, payment, minuteMs)).toBeNull();
  }
});

it('a failing fulfillment is retried at growing intervals of at most one hour', () => {
  // With the largest random number, each interval is the longest one.
  const delays = [1, 2, 3, 4, 5, 6, 7, 100].map((attempts) => computeNextAttemptAt(attempts, 0, () => 1));
  expect(delays).toEqual([
    5_000,
    15_000,
    minuteMs,
    5 * minuteMs,
    15 * minuteMs,
    60 * minuteMs,
    60 * minuteMs,
    60 * minuteMs,
  ]);
});
