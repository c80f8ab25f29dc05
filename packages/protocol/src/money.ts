/**
 * An amount of money in minor units, with its currency: 12345 MYR is RM 123.45. Every field `amount` of these
 * packages is in minor units. The gateway also uses minor units.
 */
export interface Money {
  /** An integer in minor units. */
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currencyCode: string;
}

/**
 * The ISO 4217 exponents that differ from 2. `Intl` is not used, because it has other values for some
 * currencies, such as 0 for IDR.
 */
const exponents: Readonly<Record<string, number>> = {
  ...exponentTable(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...exponentTable(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...exponentTable(4, 'CLF UYW'),
};

function exponentTable(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, exponent]));
}

/**
 * Returns the number of decimal digits of a currency, by ISO 4217 (MYR 2, JPY 0, KWD 3). An unknown currency
 * has 2.
 */
export function currencyExponent(currencyCode: string): number {
  return exponents[currencyCode.toUpperCase()] ?? 2;
}

/**
 * Converts a decimal amount to minor units (10.00 → 1000). The limits and fees in the channel list are
 * decimals. The function rounds half up by the decimal digits. So 1.005 MYR becomes 101, although the binary
 * form of 1.005 is slightly less than 1.005.
 *
 * @throws RangeError for a number that is not finite or not in the range of safe integers.
 */
export function toMinorUnits(decimal: number, currencyCode: string): number {
  const minor = Math.round(shiftDecimalPoint(decimal, currencyExponent(currencyCode)));
  if (!Number.isSafeInteger(minor)) {
    throw new RangeError(`${decimal} ${currencyCode} is not a valid amount of money.`);
  }
  return minor;
}

/** Formats an amount for a sentence: 12890 MYR is "MYR 128.90". */
export function moneyText(money: Money): string {
  return `${money.currencyCode} ${decimalText(money)}`;
}

/** Returns an amount as a decimal, without the rounding of a floating-point number: 12890 MYR is "128.90". */
export function decimalText({ amount, currencyCode }: Money): string {
  const exponent = currencyExponent(currencyCode);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  const decimals = exponent === 0 ? '' : `.${digits.slice(point)}`;
  return `${amount < 0 ? '-' : ''}${digits.slice(0, point)}${decimals}`;
}

/** 100 % in millionths of a percent. */
const hundredPercent = 100_000_000n;

/** Returns a percentage of an amount, rounded half up to the minor unit. */
export function percentOf(amount: number, percent: number): number {
  // With the percentage in millionths, both factors are integers, so the product is exact.
  const millionths = BigInt(Math.round(shiftDecimalPoint(percent, 6)));
  const product = BigInt(amount) * millionths;
  return Number((product + hundredPercent / 2n) / hundredPercent);
}

/** Moves the decimal point in the text of a number. 1.005 moved by 2 digits is exactly 100.5. */
function shiftDecimalPoint(value: number, digits: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}
