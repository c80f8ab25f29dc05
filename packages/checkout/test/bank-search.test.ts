import { expect } from '@open-wc/testing';
import { markMatch, matchedAlias, searchBanks } from '../src/banks/search.ts';
import * as shop from './fixtures.ts';

function bank(displayName: string, aliases: readonly string[] = [], name = displayName) {
  return { ...shop.seri, id: displayName, displayName, name, aliases };
}

const banks = [
  bank('Bank Muse', [], 'MUSE BERHAD'),
  bank('Bank Seri'),
  bank('Hong Leong Bank'),
  bank('Maybank2U', ['M2U', 'MBB']),
  bank('Public Bank', [], 'PUBLIC BANK BERHAD'),
  bank('Seroja Savings Bank'),
  bank('São Tomás Bank'),
  bank('Warisan', ['Seh']),
];

function found(query: string): string[] {
  return searchBanks(banks, query).map(({ displayName }) => displayName);
}

describe('the bank search', () => {
  it('a search lists banks by a match at the start of their name, then of a word, then of an alias, then elsewhere', () => {
    expect(found('se')).to.deep.equal(['Seroja Savings Bank', 'Bank Seri', 'Warisan', 'Bank Muse']);
  });

  it('a search finds a bank by its aliases and by the initials of its names', () => {
    expect(found('m2u')).to.deep.equal(['Maybank2U']);
    expect(found('HLB')).to.deep.equal(['Hong Leong Bank']);
    expect(found('pbb')).to.deep.equal(['Public Bank']);
    expect(found('sao tomas')).to.deep.equal(['São Tomás Bank']);
  });

  it('a search without spaces finds a bank with spaces in its name', () => {
    expect(found('hongleong')).to.deep.equal(['Hong Leong Bank']);
    expect(found('leong b')).to.deep.equal(['Hong Leong Bank']);
  });

  it('if a query matches twice, the match at the start of a word is marked, not the one inside a word', () => {
    expect(markMatch('Bank Muse Seri', 'se').map(({ text }) => text)).to.deep.equal([
      'Bank Muse ',
      'Se',
      'ri',
    ]);
  });

  it('the matching alias of a bank is shown only if its name does not match', () => {
    expect(matchedAlias(bank('Maybank2U', ['M2U']), 'm2')).to.equal('M2U');
    expect(matchedAlias(bank('Maybank2U', ['M2U']), 'may')).to.equal(null);
    expect(matchedAlias(bank('Maybank2U', ['M2U']), '')).to.equal(null);
  });
});
