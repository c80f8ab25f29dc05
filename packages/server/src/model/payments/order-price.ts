import { moneyText, PgwError } from '@pgw/protocol';
import { formatViolations, violationsOf, parseInput } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';

/** The price of an order. */
export interface OrderPrice {
  /** Integer minor units: 12345 means 123.45. */
  readonly amount: number;
  /** 3-letter ISO 4217 code. */
  readonly currencyCode: string;
}

/** The schema of {@link OrderPrice}. The result has a currency in upper case. */
export const orderPriceSchema = z.object({
  amount: z
    .number({ error: 'must be an integer of minor units (12345 means 123.45)' })
    .int('must be an integer of minor units (12345 means 123.45)')
    .positive('must be above 0'),
  currencyCode: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'must be a 3-letter ISO 4217 code')
    .toUpperCase(),
});

/**
 * The shop's function that reads the current price of an order, in the transaction that fulfills the order.
 * Undefined means that the order does not exist any more.
 */
export type GetPrice<Tx> = (
  orderId: string,
  context: { readonly tx: Tx; readonly account?: string | undefined },
) => OrderPrice | undefined | null | Promise<OrderPrice | undefined | null>;

/** A payment whose amount is not the price of its order. */
export interface PriceDifference {
  /** The price of the order; null when the order does not exist any more. */
  readonly price: OrderPrice | null;
  /** True for a payment that does not pay the order: its amount is lower, or has another currency. */
  readonly isRefused: boolean;
}

/** The result of a comparison with the price that the shop's `getPrice` has returned. */
export interface PriceComparison {
  /** True for a payment that pays its order. */
  readonly isAccepted: boolean;
  /** Undefined if the payment has the price of its order. */
  readonly difference: PriceDifference | undefined;
}

/** Compares a payment with the price of its order, without the channel's fee. Undefined if they are equal. */
export function comparePrice(
  { amount, currencyCode }: OrderPrice,
  price: OrderPrice | null,
): PriceDifference | undefined {
  if (price === null) return { price, isRefused: true };
  const isSameCurrency = price.currencyCode.toUpperCase() === currencyCode.toUpperCase();
  if (isSameCurrency && price.amount === amount) return undefined;
  return { price, isRefused: !isSameCurrency || amount < price.amount };
}

/**
 * Reads the price with the shop's `getPrice`.
 *
 * @throws PgwError `invalid-configuration` when the result breaks a rule.
 */
export async function readPrice(
  getPrice: GetPrice<unknown>,
  orderId: string,
  tx: unknown,
): Promise<OrderPrice | null> {
  const price = (await getPrice(orderId, { tx })) ?? null;
  if (price === null) return null;
  const result = parseInput(orderPriceSchema, price);
  if (result.success) return result.data;
  const message = `getPrice returned an invalid price of order ${orderId}: ${formatViolations(violationsOf(result.error))}.`;
  throw new PgwError('invalid-configuration', message, { ids: { order: orderId } });
}

/** Describes a difference in a sentence, with both sums. */
export function describeDifference({ amount, currencyCode }: OrderPrice, { price }: PriceDifference): string {
  const sum = moneyText({ amount, currencyCode });
  return price === null
    ? `The payment is ${sum}, and the order has no price, because it does not exist any more.`
    : `The payment is ${sum}, and the price of the order is ${moneyText(price)}.`;
}
