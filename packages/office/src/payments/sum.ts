import { formatAmount, getCurrencySymbol, type Html } from '@pgw/pages';
import { currencyExponent } from '@pgw/protocol';
import { html } from '../language/language.ts';
import type { Payment } from '@pgw/server';

type SumParts = Pick<Payment, 'amount' | 'fee' | 'currencyCode'>;

/** Returns the sum that the shopper pays, such as "RM 44.50": the amount of the order and the fee of the channel. */
export function formatSum({ amount, fee, currencyCode }: SumParts): string {
  return formatAmount({ amount: amount + fee, currencyCode });
}

/** Renders the sum that the shopper pays. With a fee also its parts: "RM 44.50 (order RM 44.00 + fee RM 0.50)". */
export function renderSum(parts: SumParts): Html {
  if (parts.fee === 0) return html`${formatSum(parts)}`;
  const [amount, fee] = [formatAmount(parts), formatAmount({ ...parts, amount: parts.fee })];
  return html`${formatSum(parts)} <span class="sum-parts">(order ${amount} + fee ${fee})</span>`;
}

/** A sum that a clerk searches for. Without a currency, it can be of any. */
export interface SearchedSum {
  /** The sum in minor units of currencies with these decimals. */
  readonly amounts: ReadonlyMap<number, number>;
  readonly currencyCode: string | undefined;
}

const number = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,3}))?$/;

/** Reads a sum such as `25`, `25.5`, `1,250.00`, `MYR 25` or `RM25`. Undefined for any other text. */
export function readSum(text: string): SearchedSum | undefined {
  const [, before = '', digits = '', after = ''] =
    /^([^\d\s.,-]*)\s*([\d.,]+)\s*([^\d\s.,-]*)$/.exec(text) ?? [];
  const [, whole, decimals = ''] = number.exec(digits) ?? [];
  const currency = before === '' ? after : before;
  const currencyCode = currency === '' ? undefined : findCurrency(currency);
  if (
    whole === undefined ||
    (before !== '' && after !== '') ||
    (currency !== '' && currencyCode === undefined)
  )
    return undefined;
  const amounts = [0, 2, 3]
    .filter((exponent) => decimals.length <= exponent)
    .map((exponent) => {
      const minor = Number(`${whole.replaceAll(',', '')}${decimals.padEnd(exponent, '0')}`);
      return [exponent, minor] as const;
    });
  return { amounts: new Map(amounts), currencyCode };
}

function findCurrency(name: string): string | undefined {
  const upper = name.toUpperCase();
  return Intl.supportedValuesOf('currency').find((code) => [code, getCurrencySymbol(code)].includes(upper));
}

/** Whether a payment has a sum, without or with its fee. */
export function hasSum({ amount, fee, currencyCode }: SumParts, sum: SearchedSum): boolean {
  const searched = sum.amounts.get(currencyExponent(currencyCode));
  const isCurrency = sum.currencyCode === undefined || sum.currencyCode === currencyCode;
  return isCurrency && (searched === amount || searched === amount + fee);
}
