import { formatAmount, getCurrencySymbol } from '@pgw/pages';
import { currencyExponent, type Money } from '@pgw/protocol';
import { t } from '../language/language.ts';

/** The label of a field for an amount, such as "Amount in RM". */
export function getAmountLabel({ currencyCode }: Pick<Money, 'currencyCode'>): string {
  return t`Amount in ${getCurrencySymbol(currencyCode)}`;
}

/** The error of an amount that cannot be read, with an example that has the decimals of the currency. */
export function describeFormat({ currencyCode }: Pick<Money, 'currencyCode'>): string {
  const exponent = currencyExponent(currencyCode);
  return t`Enter the amount like ${(1250 / 10 ** exponent).toFixed(exponent)}, without commas.`;
}

/** The error of an amount that is 0, or more than the remaining amount. */
export function describeRange(max: Money): string {
  return t`Enter an amount from ${formatAmount({ ...max, amount: 1 })} to ${formatAmount(max)}, the remaining amount.`;
}
