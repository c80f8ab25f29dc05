/** The shop sells in one currency. */
export const currencyCode = 'MYR';

const format = new Intl.NumberFormat('en-MY', {
  style: 'currency',
  currency: currencyCode,
  currencyDisplay: 'narrowSymbol',
});

/** Sen as people read them: 12890 is "RM 128.90", with a space that does not break. */
export function ringgit(amount: number): string {
  return format.format(amount / 100);
}
