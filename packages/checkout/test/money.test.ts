import { expect } from '@open-wc/testing';
import { assert, constantFrom, integer, property } from 'fast-check';
import '../../../scripts/set-up/property-seed.ts';
import { formatCount, formatMoney, formatMoneyParts } from '../src/locales/money.ts';

const formats = ['en-MY', 'ms-MY', 'zh-Hans-MY', 'ta-MY'] as const;
/** Currencies that the element formats with Intl. It formats ringgit without Intl. */
const currencies = ['SGD', 'IDR', 'JPY', 'KWD', 'USD', 'INR'] as const;

/** Formats a sum in English, with ordinary spaces. */
const formatEnglishSum = (amount: number, currencyCode = 'MYR', exponent = 2) =>
  formatMoney({ amount, currencyCode, exponent }, 'en-MY').replace(/\u00a0/g, ' ');

describe('money', () => {
  it('a sum is shown with as many decimals as the exponent of its currency', () => {
    expect(formatEnglishSum(12_890)).to.equal('RM 128.90');
    expect(formatEnglishSum(12_890_050)).to.equal('RM 128,900.50');
    expect(formatEnglishSum(5, 'MYR')).to.equal('RM 0.05');
    expect(formatEnglishSum(150_000, 'IDR', 2)).to.equal('IDR 1,500.00');
    expect(formatEnglishSum(1234, 'JPY', 0)).to.match(/1,234$/);
    expect(formatEnglishSum(1234, 'KWD', 3)).to.equal('KWD 1.234');
  });

  it('an amount in Singapore dollars is shown with the currency code and not with the symbol $', () => {
    expect(formatEnglishSum(1000, 'SGD')).to.equal('SGD 10.00');
  });

  it('a sum with an invalid currency code is shown with this code', () => {
    expect(formatEnglishSum(1000, 'NO')).to.equal('NO 10.00');
  });

  it('a formatted sum contains no-break spaces, so that a line does not break inside it', () => {
    expect(formatMoney({ amount: 1, currencyCode: 'MYR', exponent: 2 }, 'en-MY')).not.to.contain(' ');
  });

  it('a formatted sum contains all its digits, for every amount, exponent, currency and language', () => {
    assert(
      property(
        integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        integer({ min: 0, max: 4 }),
        constantFrom(...currencies),
        constantFrom(...formats),
        (amount, exponent, currencyCode, format) => {
          const parts = formatMoneyParts({ amount, exponent, currencyCode }, format);
          const digits = (type: string): string =>
            parts.flatMap((part) => (part.type === type ? [part.value] : [])).join('');
          // The expected digits are computed with integers, without rounding.
          const scale = 10n ** BigInt(exponent);
          const major = BigInt(amount) / scale;
          const minor = BigInt(amount) % scale;
          expect(digits('integer')).to.equal(String(major));
          expect(digits('fraction')).to.equal(exponent === 0 ? '' : String(minor).padStart(exponent, '0'));
          expect(digits('currency')).not.to.equal('');
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('a count has the same format as with Intl, in every language of the element', () => {
    assert(
      property(integer({ min: 0, max: 20_000 }), constantFrom(...formats, 'ar-EG'), (count, format) => {
        expect(formatCount(count, format)).to.equal(new Intl.NumberFormat(format).format(count));
      }),
    );
  });

  it('a sum in ringgit has the same format as with Intl, in every language of the element', () => {
    assert(
      property(
        integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        integer({ min: 0, max: 4 }),
        constantFrom(...formats),
        (amount, exponent, format) => {
          const intl = new Intl.NumberFormat(format, {
            style: 'currency',
            currency: 'MYR',
            currencyDisplay: 'narrowSymbol',
            minimumFractionDigits: exponent,
          });
          const digits = String(amount).padStart(exponent + 1, '0');
          const point = digits.length - exponent;
          const decimal = `${digits.slice(0, point)}.${digits.slice(point)}0` as Intl.StringNumericLiteral;
          expect(formatMoney({ amount, exponent, currencyCode: 'MYR' }, format)).to.equal(
            intl.format(decimal),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('a sum in a language that the merchant has registered is formatted with Intl', () => {
    expect(formatMoney({ amount: 128_900, exponent: 2, currencyCode: 'MYR' }, 'fr-MY')).to.match(
      /^1\D?289,00/,
    );
  });

  it('a formatted sum contains no spaces except no-break spaces, in every currency and language', () => {
    for (const format of formats)
      for (const currencyCode of ['MYR', ...currencies, 'NO'])
        expect(formatMoney({ amount: 123_456_789, exponent: 2, currencyCode }, format)).not.to.match(
          /[ \t\n]/,
        );
  });

  it('a sum in rupiah is shown with the decimals of the session, although Intl shows none', () => {
    expect(formatMoney({ amount: 1_234_567, exponent: 2, currencyCode: 'IDR' }, 'en-MY')).to.contain(
      '12,345.67',
    );
  });

  it('a sum in ringgit begins with RM and has groups of three digits in every language', () => {
    for (const format of formats) {
      const formatted = formatMoney({ amount: 12_890_050, exponent: 2, currencyCode: 'MYR' }, format);
      expect(formatted).to.contain('128,900.50').and.to.match(/^RM/);
    }
  });

  it('a sum in Singapore dollars is not shown with the symbol $ alone in any language', () => {
    for (const format of formats)
      expect(formatMoney({ amount: 100, exponent: 2, currencyCode: 'SGD' }, format)).not.to.match(/^\$/);
  });
});
