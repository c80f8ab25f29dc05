import { expect } from '@open-wc/testing';
import { assert, constantFrom, integer, property } from 'fast-check';
import { formatCount, formatMoney, moneyParts } from '../src/locales/money.ts';

const formats = ['en-MY', 'ms-MY', 'zh-Hans-MY', 'ta-MY'] as const;
/** Currencies that Intl formats; ringgit are formatted by our own code. */
const currencies = ['SGD', 'IDR', 'JPY', 'KWD', 'USD', 'INR'] as const;

describe('money', () => {
  it('every digit of a sum is shown, for every sum, exponent, currency and language', () => {
    assert(
      property(
        integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        integer({ min: 0, max: 4 }),
        constantFrom(...currencies),
        constantFrom(...formats),
        (amount, exponent, currencyCode, format) => {
          const parts = moneyParts({ amount, exponent, currencyCode }, format);
          const digits = (type: string): string =>
            parts.flatMap((part) => (part.type === type ? [part.value] : [])).join('');
          // Integer arithmetic is the judge: no division, no rounding.
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

  it('counts are formatted like Intl formats them, in every language of the element', () => {
    assert(
      property(integer({ min: 0, max: 20_000 }), constantFrom(...formats, 'ar-EG'), (count, format) => {
        expect(formatCount(count, format)).to.equal(new Intl.NumberFormat(format).format(count));
      }),
    );
  });

  it('ringgit are formatted like Intl formats them, in every language of the element', () => {
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

  it('a language of the merchant is formatted by Intl', () => {
    expect(formatMoney({ amount: 128_900, exponent: 2, currencyCode: 'MYR' }, 'fr-MY')).to.match(
      /^1\D?289,00/,
    );
  });

  it('a sum contains no space at which a line could break', () => {
    for (const format of formats)
      for (const currencyCode of ['MYR', ...currencies, 'no code'.slice(0, 2)])
        expect(formatMoney({ amount: 123_456_789, exponent: 2, currencyCode }, format)).not.to.match(
          /[ \t\n]/,
        );
  });

  it('the exponent of the session is used rather than that of Intl, which has none for the rupiah', () => {
    expect(formatMoney({ amount: 1_234_567, exponent: 2, currencyCode: 'IDR' }, 'en-MY')).to.contain(
      '12,345.67',
    );
  });

  it('digits are grouped by threes in Tamil, and the ringgit is RM in every language', () => {
    for (const format of formats) {
      const written = formatMoney({ amount: 12_890_050, exponent: 2, currencyCode: 'MYR' }, format);
      expect(written).to.contain('128,900.50').and.to.match(/^RM/);
    }
  });

  it('the dollars of different countries have different symbols', () => {
    for (const format of formats)
      expect(formatMoney({ amount: 100, exponent: 2, currencyCode: 'SGD' }, format)).not.to.match(/^\$/);
  });
});
