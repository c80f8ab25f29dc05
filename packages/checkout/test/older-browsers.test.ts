import { expect } from '@open-wc/testing';
import { bankStyles } from '../src/styles/banks.ts';
import { cardStyles } from '../src/styles/card.ts';
import { checkoutStyles } from '../src/styles/index.ts';
import { resultStyles } from '../src/styles/result.ts';
import { startStyles } from '../src/styles/start.ts';

// A value with var() in it that a browser does not know is no longer dropped in favour of an earlier one: a border turns black.

/** The rules that every browser follows, whatever it supports. */
function unconditional(rules: CSSRuleList): CSSStyleRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [rule];
    const isKnown = !(rule instanceof CSSSupportsRule) && rule instanceof CSSGroupingRule;
    return isKnown ? unconditional(rule.cssRules) : [];
  });
}

const sheets = { checkoutStyles, startStyles, bankStyles, cardStyles, resultStyles };

for (const [name, text] of Object.entries(sheets))
  it(`${name} mix colours for browsers that can`, () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    const mixing = unconditional(sheet.cssRules).filter(({ cssText }) =>
      /color-mix\([^;]*var\(/.test(cssText),
    );
    expect(mixing.map(({ cssText }) => cssText)).to.deep.equal([]);
  });
