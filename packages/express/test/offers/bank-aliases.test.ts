import { expect, it } from 'vitest';
import { bankAliases } from '../../src/offers/bank-aliases.ts';

it('the acronym of a bank ignores the words in brackets', () => {
  expect(bankAliases('Bank Rimba (Islamic) Nusantara Berhad')).toContain('BRNB');
});

it('a bank whose name contains the name of a known bank has its aliases', () => {
  expect(bankAliases('Maybank2U')).toContain('M2U');
});

it.each(['('.repeat(200_000), ' ('.repeat(100_000), 'a '.repeat(100_000), ')('.repeat(100_000)])(
  'the aliases of a long name are computed in linear time',
  (name) => {
    // A quadratic pattern takes minutes for these names, and a linear one takes milliseconds. The limit
    // allows for a busy machine.
    const startedAt = performance.now();
    bankAliases(name);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  },
);
