import { expect, it } from 'vitest';
import { computeNextQueryAt, computeNextAttemptAt } from '../../src/payments/schedule.ts';
import { samplePayment } from '../../src/stores/contract/sample-payment.ts';

const payment = samplePayment({ createdAt: 0 });
const minuteMs = 60_000;

it('an open payment is queried at growing intervals from 20 seconds until a week has passed', () => {
  const queriedAt: number[] = [];
  for (let at: number | null = 0; at !== null; at = computeNextQueryAt('open', payment, at))
    queriedAt.push(at);
  const gaps = queriedAt.slice(1).map((at, index) => at - queriedAt[index]!);
  expect(gaps[0]).toBe(20_000);
  expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
  expect(queriedAt.at(-1)).toBeGreaterThanOrEqual(7 * 24 * 60 * minuteMs);
  // The schedule limits the load of the gateway.
  expect(queriedAt.length).toBeLessThan(70);
});

it('a payment in a final state is not queried', () => {
  for (const state of ['paid', 'failed', 'cancelled', 'expired', 'refunded', 'refused', 'review'] as const) {
    expect(computeNextQueryAt(state, payment, minuteMs)).toBeNull();
  }
});

it('a failing fulfilment is retried at growing intervals of at most one hour', () => {
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
