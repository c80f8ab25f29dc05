import { expect } from '@open-wc/testing';
import { bankStyles } from '../src/channels/kinds/provider/styles.ts';
import { cardStyles } from '../src/channels/kinds/card/styles.ts';
import { checkoutStyles } from '../src/flow/styles.ts';
import { resultStyles } from '../src/result/styles.ts';

// A browser without color-mix() ignores a declaration with it, and uses the earlier declaration of the
// property. With var() in the value, the browser detects the invalid value too late and does not use the
// earlier declaration: a border turns black.

/** Finds the style rules outside of `@supports`, which apply in every browser. */
function findRulesForAllBrowsers(rules: CSSRuleList): CSSStyleRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [rule];
    const canContainRules = rule instanceof CSSGroupingRule && !(rule instanceof CSSSupportsRule);
    return canContainRules ? findRulesForAllBrowsers(rule.cssRules) : [];
  });
}

for (const { cssText } of [...checkoutStyles, bankStyles, cardStyles, resultStyles])
  it(`this style sheet uses color-mix() with var() only inside @supports: ${cssText.slice(0, 60).trim()}`, () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(cssText);
    const unsafeRules = findRulesForAllBrowsers(sheet.cssRules).filter((rule) =>
      /color-mix\([^;]*var\(/.test(rule.cssText),
    );
    expect(unsafeRules.map((rule) => rule.cssText)).to.deep.equal([]);
  });
