/**
 * An amount of money: an integer of minor units with its currency beside it. 12345 MYR is RM 123.45.
 * Everywhere in this project a field named `amount` is in minor units, as it is at the gateway.
 */
export interface Money {
  readonly amount: number;
  readonly currencyCode: string;
}

/** ISO 4217 exponents that are not 2. `Intl` disagrees for some (it shows none for IDR), so it is not asked. */
const exponents: Readonly<Record<string, number>> = {
  ...table(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...table(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...table(4, 'CLF UYW'),
};

function table(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, exponent]));
}

/** Number of decimal digits of a currency's minor unit, by ISO 4217 (MYR 2, JPY 0, KWD 3). */
export function currencyExponent(currencyCode: string): number {
  return exponents[currencyCode.toUpperCase()] ?? 2;
}

/**
 * Minor units of a decimal of the currency, as the channel list carries limits and fees (10.00 → 1000).
 * Rounds half up to the minor unit, so that a binary fraction such as 1.005 cannot lose a sen.
 *
 * @throws RangeError for a number that is not finite or leaves the safe integers.
 */
export function toMinorUnits(decimal: number, currencyCode: string): number {
  const minor = Math.round(shift(decimal, currencyExponent(currencyCode)));
  if (!Number.isSafeInteger(minor)) {
    throw new RangeError(`${decimal} ${currencyCode} is not an amount of money.`);
  }
  return minor;
}

/** An amount as a sentence carries it: 12890 MYR is "MYR 128.90". */
export function moneyText({ amount, currencyCode }: Money): string {
  const exponent = currencyExponent(currencyCode);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  const decimals = exponent === 0 ? '' : `.${digits.slice(point)}`;
  return `${currencyCode} ${amount < 0 ? '-' : ''}${digits.slice(0, point)}${decimals}`;
}

/** A part of an amount, in percent of it, rounded half up to the minor unit. Integers in, integer out. */
export function percentOf(amount: number, percent: number): number {
  // In millionths of a percent both factors are integers, so no binary fraction takes part in the product.
  const millionths = BigInt(Math.round(shift(percent, 6)));
  const scaled = BigInt(amount) * millionths;
  return Number((scaled + 50_000_000n) / 100_000_000n);
}

/** Moves the decimal point on the shortest decimal text of a number, so 1.005 shifted by 2 is 100.5 exactly. */
function shift(value: number, digits: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}
