import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePlan } from '../../src/offers/instalments.ts';

const plan = (months: number, interestPercent?: number) => ({ bankId: 'P', months, interestPercent });

describe('the payments of a plan', () => {
  it.each([
    ['RM 44.00 in 3 months', 4400, plan(3), { monthly: 1467, last: 1466, total: 4400, interest: 0 }],
    ['RM 44.00 in 6 months, 5 %', 4400, plan(6, 5), { monthly: 770, last: 770, total: 4620, interest: 220 }],
    ['¥1,000 in 3 months', 1000, plan(3), { monthly: 333, last: 334, total: 1000, interest: 0 }],
    [
      'KD 1.234 in 3 months, 1.25 %',
      1234,
      plan(3, 1.25),
      { monthly: 416, last: 417, total: 1249, interest: 15 },
    ],
    ['an interest of half a unit', 10, plan(2, 5), { monthly: 6, last: 5, total: 11, interest: 1 }],
    ['fewer units than half of the months', 7, plan(12), { monthly: 0, last: 7, total: 7, interest: 0 }],
  ])('are exact for %s', (_name, amount, terms, expected) => {
    expect(computePlan(amount, terms)).toMatchObject(expected);
  });

  it('states the interest in hundredths of a percent', () => {
    expect(computePlan(4400, plan(12, 8.25))).toMatchObject({ months: 12, interestBasisPoints: 825 });
  });

  it('add up to the amount and the interest, are equal except for the last one, and are never negative', () => {
    const amounts = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 1e13 }));
    const percents = fc.integer({ min: 0, max: 10_000 }).map((basisPoints) => basisPoints / 100);
    fc.assert(
      fc.property(amounts, fc.integer({ min: 2, max: 60 }), percents, (amount, months, percent) => {
        const { monthly, last, total, interest } = computePlan(amount, plan(months, percent));
        expect(BigInt(monthly) * BigInt(months - 1) + BigInt(last)).toBe(BigInt(total));
        expect(total).toBe(amount + interest);
        expect(Math.min(monthly, last, interest)).toBeGreaterThanOrEqual(0);
        // The interest is exact to half a minor unit: |interest · 10,000 − amount · basis points| ≤ 5,000.
        const difference = BigInt(interest) * 10_000n - BigInt(amount) * BigInt(Math.round(percent * 100));
        expect(difference <= 5000n && difference > -5000n).toBe(true);
        // The rounded payments differ from an equal share by at most half a unit, except for very small amounts.
        if (total >= months * months)
          expect(Math.abs(monthly * months - total)).toBeLessThanOrEqual(months / 2);
      }),
    );
  });
});
