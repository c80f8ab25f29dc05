import { expect, it } from 'vitest';
import { listBankAliases } from '../../src/offers/bank-aliases.ts';

it('the acronym of a bank ignores the words in brackets', () => {
  expect(listBankAliases('Bank Rimba (Islamic) Nusantara Berhad')).toContain('BRNB');
});

it('a bank whose name contains the name of a known bank has the aliases of the known bank', () => {
  expect(listBankAliases('Maybank2U')).toContain('M2U');
});

it.each([
  ['opening brackets', '('.repeat(200_000)],
  ['spaces and opening brackets', ' ('.repeat(100_000)],
  ['words of one letter', 'a '.repeat(100_000)],
  ['closing and opening brackets', ')('.repeat(100_000)],
])('the aliases of a long name of %s are computed in linear time', (_description, name) => {
  // A quadratic pattern takes minutes for these names, and a linear one takes milliseconds. Other programs do not
  // change the CPU time of this process.
  const before = process.cpuUsage();
  listBankAliases(name);
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});
