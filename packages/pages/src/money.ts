import { currencyExponent, type Money } from '@pgw/protocol';
import { decimalText } from '@pgw/protocol/internal';

/** The only currency of the shop of the examples, and of payouts. */
export const currencyCode = 'MYR';

/** Formats an amount of money: 12890 MYR becomes "RM 128.90", with a non-breaking space. */
export function formatAmount(money: Money): string {
  return formatDecimal(toDecimal(money), money.currencyCode);
}

/** Formats the symbol of the currency and the digits: "RM" and "128.90". */
export function toAmountParts(money: Money): { readonly symbol: string; readonly digits: string } {
  const decimal = toDecimal(money);
  const parts = getFormat(money.currencyCode)?.formatToParts(decimal);
  const digits = parts?.filter(({ type }) => type !== 'currency' && type !== 'literal');
  return {
    symbol: getCurrencySymbol(money.currencyCode),
    digits: digits?.map(({ value }) => value).join('') ?? decimal,
  };
}

/** Only digits, a sign and a point are in the text. */
function toDecimal(money: Money): Intl.StringNumericLiteral {
  return decimalText(money) as Intl.StringNumericLiteral;
}

/** Formats an amount in sen (100 sen are 1 ringgit): 12890 becomes "RM 128.90". */
export function formatMoney(amount: number): string {
  return formatAmount({ amount, currencyCode });
}

/** Formats a decimal amount, as in the gateway's wallets: 50000 and "MYR" become "RM 50,000.00". */
export function formatDecimal(decimal: number | Intl.StringNumericLiteral, currency: string): string {
  return getFormat(currency)?.format(decimal) ?? `${currency} ${decimal}`;
}

/** Returns the symbol of a currency in texts: "RM" for MYR, and "SGD" for SGD. */
export function getCurrencySymbol(currency: string): string {
  const parts = getFormat(currency)?.formatToParts(0);
  return parts?.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Undefined for a text that is no currency code, which a record of the gateway may have. */
function getFormat(currency: string): Intl.NumberFormat | undefined {
  if (!/^[a-z]{3}$/i.test(currency)) return undefined;
  const digits = currencyExponent(currency);
  return new Intl.NumberFormat('en-MY', {
    style: 'currency',
    currency,
    // The digits of `Intl` differ from those of ISO 4217 for some currencies, such as IDR.
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/**
 * Parses a decimal amount, such as "120" or "120.50", to minor units of a currency. Undefined for other text, such as
 * "1,000.00", and for more decimals than the currency has.
 */
export function parseAmount(text: string, currency: string): number | undefined {
  const exponent = currencyExponent(currency);
  const [, prefix = '', whole, decimals = ''] =
    /^([A-Za-z]*\s*)(\d{1,9})(?:\.(\d{1,4}))?$/.exec(text.trim()) ?? [];
  const symbols = ['', currency, getCurrencySymbol(currency)].map((symbol) => symbol.toUpperCase());
  if (whole === undefined || decimals.length > exponent || !symbols.includes(prefix.trim().toUpperCase()))
    return undefined;
  return Number(whole) * 10 ** exponent + Number(decimals.padEnd(exponent, '0'));
}

/** Parses an amount in ringgit to sen, as {@link parseAmount} does. */
export function parseMoney(text: string): number | undefined {
  return parseAmount(text, currencyCode);
}
