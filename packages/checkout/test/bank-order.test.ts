import { expect } from '@open-wc/testing';
import { array, assert, constantFrom, property, string } from 'fast-check';
import '../../../scripts/set-up/property-seed.ts';
import { sortBanks } from '../src/channels/kinds/provider/order.ts';

const toNames = (sorted: readonly { displayName: string }[]): string[] =>
  sorted.map((bank) => bank.displayName);
const toBank = (displayName: string): { displayName: string } => ({ displayName });

describe('the order of banks', () => {
  it('banks with ASCII names have the order of Intl.Collator in every language of the element', () => {
    const name = string({ unit: 'grapheme-ascii', minLength: 0, maxLength: 6 });
    assert(
      property(
        array(name, { maxLength: 8 }),
        constantFrom('en', 'ms', 'zh-Hans', 'ta'),
        (texts, language) => {
          const { compare } = new Intl.Collator(language);
          expect(toNames(sortBanks(texts.map(toBank), language))).to.deep.equal([...texts].sort(compare));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('banks whose names have letters outside ASCII are sorted by the rules of the language', () => {
    const banks = ['Zürich', 'Österreich', 'Ost'].map(toBank);
    expect(toNames(sortBanks(banks, 'de'))).to.deep.equal(['Ost', 'Österreich', 'Zürich']);
  });

  it('sorting banks returns a new list and does not change the given list', () => {
    const banks = ['b', 'a'].map(toBank);
    sortBanks(banks, 'en');
    expect(toNames(banks)).to.deep.equal(['b', 'a']);
  });
});
