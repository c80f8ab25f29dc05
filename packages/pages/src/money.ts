/** The only currency of the shop. */
export const currencyCode = 'MYR';

const ringgitFormat = new Intl.NumberFormat('en-MY', {
  style: 'currency',
  currency: currencyCode,
  currencyDisplay: 'narrowSymbol',
});

/** Formats an amount in sen (100 sen are 1 ringgit): 12890 becomes "RM 128.90", with a non-breaking space. */
export function formatMoney(amount: number): string {
  return ringgitFormat.format(amount / 100);
}

/** Formats a decimal amount, as in the gateway's wallets: 50000 and "MYR" become "RM 50,000.00". */
export function formatDecimal(decimal: number, currency: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  return new Intl.NumberFormat('en-MY', options).format(decimal);
}

/**
 * Parses an amount in ringgit, such as "120" or "120.50", to sen. Undefined for other text, such as
 * "1,000.00".
 */
export function parseMoney(text: string): number | undefined {
  const [, ringgit, sen = ''] = /^(?:RM\s*)?(\d{1,9})(?:\.(\d{1,2}))?$/i.exec(text.trim()) ?? [];
  return ringgit === undefined ? undefined : Number(ringgit) * 100 + Number(sen.padEnd(2, '0'));
}
