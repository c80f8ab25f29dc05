import type { StorefrontBank } from '@pgw/protocol';
import { expect } from '@open-wc/testing';
import { markMatch, findMatchedAlias, searchBanks } from '../src/channels/kinds/provider/search/search.ts';
import * as shop from './fixtures.ts';

/** Creates a bank. By default, its legal name is its display name. */
function createBank(
  displayName: string,
  { aliases = [], legalName = displayName }: { aliases?: readonly string[]; legalName?: string } = {},
): StorefrontBank {
  return { ...shop.seri, id: displayName, displayName, name: legalName, aliases };
}

const banks = [
  createBank('Bank Muse', { legalName: 'MUSE BERHAD' }),
  createBank('Bank Seri'),
  createBank('Hong Leong Bank'),
  createBank('Maybank2U', { aliases: ['M2U', 'MBB'] }),
  createBank('Public Bank', { legalName: 'PUBLIC BANK BERHAD' }),
  createBank('Seroja Savings Bank'),
  createBank('São Tomás Bank'),
  createBank('Warisan', { aliases: ['Seh'] }),
];

function findNames(query: string): string[] {
  return searchBanks(banks, query).map(({ displayName }) => displayName);
}

describe('the bank search', () => {
  it('the bank search sorts banks by their match: start of the name, start of a word, start of an alias, inside the name', () => {
    expect(findNames('se')).to.deep.equal(['Seroja Savings Bank', 'Bank Seri', 'Warisan', 'Bank Muse']);
  });

  it('the bank search finds a bank by an alias and by the initials of its display name or legal name', () => {
    expect(findNames('m2u')).to.deep.equal(['Maybank2U']);
    expect(findNames('HLB')).to.deep.equal(['Hong Leong Bank']);
    expect(findNames('pbb')).to.deep.equal(['Public Bank']);
  });

  it('the bank search finds a bank by its legal name', () => {
    expect(findNames('muse berhad')).to.deep.equal(['Bank Muse']);
  });

  it('the bank search ignores case and accents', () => {
    expect(findNames('sao tomas')).to.deep.equal(['São Tomás Bank']);
    expect(findNames('SÃOTOMÁS')).to.deep.equal(['São Tomás Bank']);
  });

  it('the bank search ignores spaces in the query and in the name', () => {
    expect(findNames('hongleong')).to.deep.equal(['Hong Leong Bank']);
    expect(findNames('leong b')).to.deep.equal(['Hong Leong Bank']);
    expect(findNames('  bankse')).to.deep.equal(['Bank Seri']);
  });

  it('if a query matches twice, the match at the start of a word is marked, not the one inside a word', () => {
    expect(markMatch('Bank Muse Seri', 'se').map(({ text }) => text)).to.deep.equal([
      'Bank Muse ',
      'Se',
      'ri',
    ]);
  });

  it('the matching alias of a bank is shown only if its name does not match', () => {
    expect(findMatchedAlias(createBank('Maybank2U', { aliases: ['M2U'] }), 'm2')).to.equal('M2U');
    expect(findMatchedAlias(createBank('Maybank2U', { aliases: ['M2U'] }), 'may')).to.equal(null);
    expect(findMatchedAlias(createBank('Maybank2U', { aliases: ['M2U'] }), '')).to.equal(null);
  });

  it('the part of a bank name that matches a query without accents and spaces is marked; without a match, nothing is marked', () => {
    expect(markMatch('São Tomás Bank', 'aot')).to.deep.equal([
      { text: 'S', isMatch: false },
      { text: 'ão T', isMatch: true },
      { text: 'omás Bank', isMatch: false },
    ]);
    expect(markMatch('Bank Seri', 'berhad')).to.deep.equal([{ text: 'Bank Seri', isMatch: false }]);
  });
});
