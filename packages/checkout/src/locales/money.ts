/** A sum in minor units, with its currency. */
export interface Sum {
  /** An integer in minor units. */
  readonly amount: number;
  readonly currencyCode: string;
  /** The number of decimal digits by ISO 4217. Intl is not used for it, because Intl shows none for IDR. */
  readonly exponent: number;
}

/** The construction of a formatter takes longer than the rendering of a tile. */
const formatters = new Map<string, Intl.NumberFormat>();

/** @throws RangeError if the currency code is not valid. */
function getFormatter({ currencyCode, exponent }: Sum, format: string): Intl.NumberFormat {
  const key = [format, currencyCode, exponent].join();
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(format, {
      style: 'currency',
      currency: currencyCode,
      // Without the narrow symbol, Chinese and Tamil write MYR instead of RM. The narrow symbol of SGD would
      // be "$".
      currencyDisplay: currencyCode === 'MYR' ? 'narrowSymbol' : 'symbol',
      minimumFractionDigits: exponent,
      maximumFractionDigits: exponent,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** Formats a sum. Returns its parts, so that the currency can have its own style. */
export function formatMoneyParts(sum: Sum, format: string): Intl.NumberFormatPart[] {
  const { currencyCode } = sum;
  if (currencyCode === 'MYR' && plainDigits.test(format)) return withCurrency('RM', groupDigits(sum));
  try {
    return getFormatter(sum, format).formatToParts(toDecimalString(sum));
  } catch {
    // An invalid currency code is shown as it is.
    return withCurrency(currencyCode, toDecimalString(sum));
  }
}

/** These languages write numbers and ringgit as English does. The first Intl.NumberFormat of a page is slow. */
const plainDigits = /^(en|ms|zh-Hans|ta)-MY$/;

/** Formats a whole number by the rules of the language. */
export function formatCount(count: number, format: string): string {
  return plainDigits.test(format) && count < 1000
    ? String(count)
    : new Intl.NumberFormat(format).format(count);
}

function groupDigits(sum: Sum): string {
  const [whole = '', rest = ''] = toDecimalString(sum).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (sum.exponent > 0 ? `.${rest}` : '');
}

function withCurrency(currency: string, digits: string): Intl.NumberFormatPart[] {
  return [
    { type: 'currency', value: currency },
    { type: 'literal', value: '\u00a0' },
    { type: 'integer', value: digits },
  ];
}

/** Returns the sum in major units as a string of digits. A division would round sums of 16 digits. */
function toDecimalString({ amount, exponent }: Sum): Intl.StringNumericLiteral {
  const digits = String(amount).padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  // Digits with a decimal point are a numeric literal. The compiler does not recognize this.
  return `${digits.slice(0, point)}.${digits.slice(point) || '0'}` as Intl.StringNumericLiteral;
}

/** Formats a sum with no-break spaces: `RM 128.90` for an amount of 12890. */
export function formatMoney(sum: Sum, format: string): string {
  return formatMoneyParts(sum, format)
    .map((part) => part.value)
    .join('')
    .replace(/ /g, '\u00a0');
}
