import { expect, it } from 'vitest';
import { bankAliases } from '../../src/offers/bank-aliases.ts';

it('an acronym leaves out what is in brackets', () => {
  expect(bankAliases('Bank Rimba (Islamic) Nusantara Berhad')).toContain('BRNB');
  expect(bankAliases('Maybank2U')).toContain('M2U');
});

it.each(['('.repeat(200_000), ' ('.repeat(100_000), 'a '.repeat(100_000), ')('.repeat(100_000)])(
  'a long name takes no longer than reading it',
  (name) => {
    // A quadratic pattern takes minutes for these; a linear one milliseconds. The limit is for a machine that is busy.
    const startedAt = performance.now();
    bankAliases(name);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  },
);
