import { expect, test } from 'vitest';
import { channel } from '../../src/gateway/channel.ts';
import { forbiddenCardTerms } from '../../src/gateway/card-terms.ts';

const describeTerms = (rule: object, code = 'MYR') =>
  forbiddenCardTerms(
    channel().parse({
      id: 4,
      isProviderHostChannel: false,
      currencyList: [{ acceptedCurrencyCode: code, ...rule }],
    }),
  );

test.each([
  [{ surcharge: 1.5, isSurchargePercentage: true }, 'a surcharge of 1.5 %'],
  [{ surcharge: 0.5 }, 'a surcharge of MYR 0.5'],
  [{ minRequestAmount: 10 }, 'a minimum of MYR 10'],
  [{ surcharge: 1, minRequestAmount: 10 }, 'a surcharge of MYR 1 and a minimum of MYR 10'],
  [{ minRequestAmount: 0.02 }, 'a minimum of MYR 0.02'],
])('forbiddenCardTerms describes the terms %j of a card channel in MYR', (rule, description) => {
  expect(describeTerms(rule)).toBe(description);
});

test.each([
  [{}],
  [{ surcharge: 0, minRequestAmount: 0, maxRequestAmount: 500 }],
  [{ surcharge: null, minRequestAmount: null }],
  // The smallest amount of MYR excludes no payment.
  [{ minRequestAmount: 0.01 }],
  // A surcharge of 0 has no fee, whatever its limits are.
  [{ surcharge: 0, minSurchargeAmount: 2 }],
])('forbiddenCardTerms allows %j', (rule) => {
  expect(describeTerms(rule)).toBeUndefined();
});

test('forbiddenCardTerms allows terms in other currencies, and a channel without a list of currencies', () => {
  expect(describeTerms({ surcharge: 1, minRequestAmount: 10 }, 'SGD')).toBeUndefined();
  expect(describeTerms({ surcharge: 1 }, 'myr')).toBe('a surcharge of MYR 1');
  expect(forbiddenCardTerms({ currencyList: null })).toBeUndefined();
});
