import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBalanceChart, chartHeight, chartWidth } from '../../src/wallets/balance-chart.ts';
import type { WalletEntry } from '../../src/wallets/wallet-history.ts';

function createEntry(at: number, amount: number, balance: number): WalletEntry {
  return { id: at, at, amount, balance, type: 1, reference: '', description: '' };
}

test('the line of the chart is horizontal between entries and changes at each entry', () => {
  const chart = createBalanceChart([createEntry(75, -50, 50), createEntry(25, 100, 100)], {
    from: 0,
    to: 100,
  });
  expect(chart).toMatchObject({ opening: 0, closing: 50, lowest: 0, highest: 100 });
  expect(chart?.ticks.map(({ value }) => value)).toEqual([100, 50, 0]);
  expect(chart?.path).toBe('M0 240H250V0H750V120H1000');
});

test('createBalanceChart returns undefined without entries that have a time', () => {
  expect(createBalanceChart([], { from: 0, to: 1 })).toBeUndefined();
  expect(createBalanceChart([{ ...createEntry(1, 5, 5), at: null }], { from: 0, to: 1 })).toBeUndefined();
});

test('entries without a time are not in the chart', () => {
  const [newer, older] = [createEntry(75, -50, 50), createEntry(25, 100, 100)];
  const range = { from: 0, to: 100 };
  const chart = createBalanceChart([newer, { ...createEntry(50, 1, 1), at: null }, older], range);
  expect(chart).toEqual(createBalanceChart([newer, older], range));
});

test('the chart of a constant balance has a grid with more than one line', () => {
  const chart = createBalanceChart([createEntry(5, 0, 0)], { from: 0, to: 10 });
  expect(chart?.ticks.length).toBeGreaterThan(1);
});

test('for all balances, the line is inside the chart and the grid includes all values', () => {
  const decimal = fc.integer({ min: -1_000_000, max: 100_000_000 }).map((sen) => sen / 100);
  fc.assert(
    fc.property(fc.array(decimal, { minLength: 1, maxLength: 30 }), (balances) => {
      const entries = balances.map((balance, index) => createEntry(index * 10, 1, balance)).toReversed();
      const chart = createBalanceChart(entries, { from: 0, to: 500 });
      const numbers =
        chart?.path
          .split(/[MHV ]/)
          .filter(Boolean)
          .map(Number) ?? [];
      expect(numbers.every((number) => number >= 0 && number <= chartWidth)).toBe(true);
      expect(chart?.ticks[0]).toMatchObject({ y: 0 });
      expect(chart?.ticks.at(-1)).toMatchObject({ y: chartHeight });
      expect(chart?.ticks[0]?.value).toBeGreaterThanOrEqual(chart?.highest ?? 0);
      expect(chart?.ticks.at(-1)?.value).toBeLessThanOrEqual(chart?.lowest ?? 0);
      expect(chart?.ticks.length).toBeLessThanOrEqual(5);
    }),
  );
});
