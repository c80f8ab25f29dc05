import { expect } from '@open-wc/testing';
import { array, assert, constantFrom, property, string } from 'fast-check';
import { sortBanks } from '../src/banks/order.ts';

const names = (sorted: readonly { displayName: string }[]): string[] =>
  sorted.map((bank) => bank.displayName);
const named = (displayName: string): { displayName: string } => ({ displayName });

describe('the order of banks', () => {
  it('is that of Intl, for every name in ASCII and every language that comes with the element', () => {
    const letter = string({ unit: 'grapheme-ascii', minLength: 0, maxLength: 6 });
    assert(
      property(
        array(letter, { maxLength: 8 }),
        constantFrom('en', 'ms', 'zh-Hans', 'ta'),
        (texts, language) => {
          const { compare } = new Intl.Collator(language);
          expect(names(sortBanks(texts.map(named), language))).to.deep.equal([...texts].sort(compare));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is that of the language where a name has other letters', () => {
    const banks = ['Zürich', 'Österreich', 'Ost'].map(named);
    expect(names(sortBanks(banks, 'de'))).to.deep.equal(['Ost', 'Österreich', 'Zürich']);
  });

  it('leaves the list that it is given as it is', () => {
    const banks = ['b', 'a'].map(named);
    sortBanks(banks, 'en');
    expect(names(banks)).to.deep.equal(['b', 'a']);
  });
});
