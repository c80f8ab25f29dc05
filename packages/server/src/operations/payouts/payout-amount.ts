import type { Money } from '@pgw/protocol';

/**
 * Returns the amount of a payout in a callback or a record, without its sign: outgoing money can be negative. Undefined
 * if the amount is not an integer of minor units, or has another currency than the payout. Such an amount is not stored.
 */
export function readPayoutAmount(
  { amount, currencyCode }: Money,
  payout: Pick<Money, 'currencyCode'>,
): number | undefined {
  const unsignedAmount = Math.abs(amount);
  const isStorable = Number.isSafeInteger(unsignedAmount) && unsignedAmount > 0;
  const isSameCurrency = currencyCode.toUpperCase() === payout.currencyCode.toUpperCase();
  return isStorable && isSameCurrency ? unsignedAmount : undefined;
}
