/** A sum in minor units, with what is needed to write it. */
export interface Sum {
  /** Integer of minor units. */
  readonly amount: number;
  readonly currencyCode: string;
  /** Decimal digits by ISO 4217; Intl is not asked, since it shows none for IDR. */
  readonly exponent: number;
}

/** Those made so far: to make one takes longer than to draw its tile. */
const formatters = new Map<string, Intl.NumberFormat>();

/** @throws RangeError where the currency code is none. */
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

/** The sum as shoppers read it, in pieces, so that the currency can be set apart. */
export function moneyParts(sum: Sum, format: string): Intl.NumberFormatPart[] {
  const { currencyCode } = sum;
  if (currencyCode === 'MYR' && byHand.test(format)) return apart('RM', grouped(sum));
  try {
    return formatterFor(sum, format).formatToParts(decimal(sum));
  } catch {
    // A currency code that is no code: written as it came rather than not at all.
    return apart(currencyCode, decimal(sum));
  }
}

/**
 * The languages that come with the element, all of which write digits and ringgit alike. The first NumberFormat of a page takes a browser
 * as long as the whole list, since it looks through all languages it has.
 */
const byHand = /^(en|ms|zh-Hans|ta)-MY$/;

/** A count of things, as the language writes it. */
export function formatCount(count: number, format: string): string {
  return byHand.test(format) && count < 1000 ? String(count) : new Intl.NumberFormat(format).format(count);
}

function grouped(sum: Sum): string {
  const [whole = '', rest = ''] = decimal(sum).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (sum.exponent > 0 ? `.${rest}` : '');
}

function apart(currency: string, digits: string): Intl.NumberFormatPart[] {
  return [
    { type: 'currency', value: currency },
    { type: 'literal', value: '\u00a0' },
    { type: 'integer', value: digits },
  ];
}

/** The sum in major units as digits, exact to the last one: a division would round sums of sixteen digits. */
function decimal({ amount, exponent }: Sum): Intl.StringNumericLiteral {
  const digits = String(amount).padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  // An integer of minor units with a point put in is a numeric literal; the compiler can't see that.
  return `${digits.slice(0, point)}.${digits.slice(point) || '0'}` as Intl.StringNumericLiteral;
}

/** `RM 128.90` for 12890. Never breaks at its space. */
export function formatMoney(sum: Sum, format: string): string {
  return moneyParts(sum, format)
    .map((part) => part.value)
    .join('')
    .replace(/ /g, '\u00a0');
}
