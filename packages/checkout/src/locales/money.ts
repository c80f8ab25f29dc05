/** A sum in minor units, with its currency. */
export interface Sum {
  /** Integer of minor units. */
  readonly amount: number;
  readonly currencyCode: string;
  /** Decimal digits by ISO 4217. Intl is not used for this, because it shows none for IDR. */
  readonly exponent: number;
}

/** A cache, because to construct a formatter takes longer than to render a tile. */
const formatters = new Map<string, Intl.NumberFormat>();

/** @throws RangeError if the currency code is not valid. */
function formatterFor({ currencyCode, exponent }: Sum, format: string): Intl.NumberFormat {
  const key = [format, currencyCode, exponent].join();
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(format, {
      style: 'currency',
      currency: currencyCode,
      // The narrow symbol of SGD would be "$"; without it, Chinese and Tamil write MYR instead of RM.
      currencyDisplay: currencyCode === 'MYR' ? 'narrowSymbol' : 'symbol',
      minimumFractionDigits: exponent,
      maximumFractionDigits: exponent,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** The formatted sum in parts, so that the currency can have its own style. */
export function moneyParts(sum: Sum, format: string): Intl.NumberFormatPart[] {
  const { currencyCode } = sum;
  if (currencyCode === 'MYR' && plainDigits.test(format)) return withCurrency('RM', grouped(sum));
  try {
    return formatterFor(sum, format).formatToParts(decimal(sum));
  } catch {
    // An invalid currency code is shown as it is.
    return withCurrency(currencyCode, decimal(sum));
  }
}

/**
 * An optimization for languages that write digits and ringgit alike; all others use Intl. The first Intl.NumberFormat of a page
 * takes as long as to render the whole list.
 */
const plainDigits = /^(en|ms|zh-Hans|ta)-MY$/;

/** A number in the format of the language. */
export function formatCount(count: number, format: string): string {
  return plainDigits.test(format) && count < 1000
    ? String(count)
    : new Intl.NumberFormat(format).format(count);
}

function grouped(sum: Sum): string {
  const [whole = '', rest = ''] = decimal(sum).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (sum.exponent > 0 ? `.${rest}` : '');
}

function withCurrency(currency: string, digits: string): Intl.NumberFormatPart[] {
  return [
    { type: 'currency', value: currency },
    { type: 'literal', value: '\u00a0' },
    { type: 'integer', value: digits },
  ];
}

/** The sum in major units as a string of digits. A division would round sums of 16 digits. */
function decimal({ amount, exponent }: Sum): Intl.StringNumericLiteral {
  const digits = String(amount).padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  // An integer with a decimal point is a numeric literal, which the compiler cannot know.
  return `${digits.slice(0, point)}.${digits.slice(point) || '0'}` as Intl.StringNumericLiteral;
}

/** `RM 128.90` for 12890, with a no-break space. */
export function formatMoney(sum: Sum, format: string): string {
  return moneyParts(sum, format)
    .map((part) => part.value)
    .join('')
    .replace(/ /g, '\u00a0');
}
