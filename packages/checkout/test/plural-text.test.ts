import { expect } from '@open-wc/testing';
import { fillText, selectForm } from '../src/locales/plural-text.ts';

describe('texts', () => {
  it('names in braces are replaced by their values, and unknown names are removed', () => {
    const valueOf = (name: string): string => (name === 'amount' ? 'RM 1' : '');
    expect(fillText('Pay {amount} to {x}', valueOf).join('')).to.equal('Pay RM 1 to ');
  });

  it('a text with a number is shown in the plural form of this number', () => {
    const text = { one: '{n} bank', other: '{n} banks' };
    expect(selectForm(text, 1, 'en')).to.equal('{n} bank');
    expect(selectForm(text, 0, 'en')).to.equal('{n} banks');
    expect(selectForm({ other: '{n} bank' }, 1, 'ms')).to.equal('{n} bank');
  });
});
