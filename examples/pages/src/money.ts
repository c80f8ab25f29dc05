/** The shop sells in one currency. */
export const currencyCode = 'MYR';

const format = new Intl.NumberFormat('en-MY', {
  style: 'currency',
  currency: currencyCode,
  currencyDisplay: 'narrowSymbol',
});

/** Formats sen: 12890 is "RM 128.90", with a space that does not break. */
export function formatSen(amount: number): string {
  return format.format(amount / 100);
}

/** Formats a decimal of any currency, as the API of wallets has it: 50000 and "MYR" is "RM 50,000.00". */
export function formatMoney(decimal: number, currency: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  return new Intl.NumberFormat('en-MY', options).format(decimal);
}

/** Parses a typed sum, such as "120" or "120.50", to sen. Undefined for any other text, including "1,000.00". */
export function parseSen(text: string): number | undefined {
  const [, whole, cents = ''] = /^(?:RM\s*)?(\d{1,9})(?:\.(\d{1,2}))?$/i.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(cents.padEnd(2, '0'));
}
