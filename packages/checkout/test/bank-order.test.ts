import { expect } from '@open-wc/testing';
import { array, assert, constantFrom, property, string } from 'fast-check';
import { sortBanks } from '../src/banks/order.ts';

const names = (sorted: readonly { displayName: string }[]): string[] =>
  sorted.map((bank) => bank.displayName);
const named = (displayName: string): { displayName: string } => ({ displayName });

describe('the order of banks', () => {
  it('ASCII names of banks are sorted like Intl.Collator sorts them, in every language of the element', () => {
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

  it('names of banks with other letters are sorted by the rules of the language', () => {
    const banks = ['Zürich', 'Österreich', 'Ost'].map(named);
    expect(names(sortBanks(banks, 'de'))).to.deep.equal(['Ost', 'Österreich', 'Zürich']);
  });

  it('sorting banks does not change the list that is passed in', () => {
    const banks = ['b', 'a'].map(named);
    sortBanks(banks, 'en');
    expect(names(banks)).to.deep.equal(['b', 'a']);
  });
});
