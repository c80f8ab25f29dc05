import { PgwError } from '@pgw/protocol';
import { formatViolations, violationsOf, parseInput } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { orderPriceSchema, type OrderPrice } from './payments/order-price.ts';

/** A payment that the gateway has and the store does not have. The shop finds its order. */
export interface UnknownPayment {
  /** The `referenceCode` in the gateway's record. */
  readonly reference: string;
  /** The gateway's number of the transaction. */
  readonly transactionNumber: string;
  /** The amount in the gateway's record, in minor units. */
  readonly amount: number;
  /** 3-letter ISO 4217 code in upper case. */
  readonly currencyCode: string;
  /**
   * When the gateway created the transaction, in milliseconds since the Unix epoch. Null if the record has no
   * time.
   */
  readonly createdAt: number | null;
  /**
   * True if the reference can belong to the order with this id. Several orders may match, so compare amount
   * and time too.
   */
  readonly matches: (orderId: string) => boolean;
  /** The shop's id of the account. Undefined in a checkout with one account. */
  readonly account?: string | undefined;
}

/** The order of an unknown payment, and its price in the shop's records. */
export interface OrderOfUnknownPayment extends OrderPrice {
  /** The shop's id of the order. */
  readonly orderId: string;
}

/**
 * A function of the shop that returns the order of an unknown payment: its id, or its id and its price. `adopt`
 * compares the payment with this price if the store has no other payment of the order.
 */
export type ResolveUnknownPayment = (
  payment: UnknownPayment,
) => string | OrderOfUnknownPayment | undefined | Promise<string | OrderOfUnknownPayment | undefined>;

/** Calls the shop's function. Resolves with undefined when there is no such function or no such order. */
export async function findOrderOfPayment(
  resolveUnknownPayment: ResolveUnknownPayment | undefined,
  payment: UnknownPayment,
): Promise<{ readonly orderId: string; readonly price: OrderPrice | undefined } | undefined> {
  const result = await resolveUnknownPayment?.(payment);
  if (result === undefined || result === '') return undefined;
  if (typeof result === 'string') return { orderId: result, price: undefined };
  const parsed = parseInput(orderSchema, result);
  if (parsed.success) {
    const { orderId, ...price } = parsed.data;
    return { orderId, price };
  }
  const message = `resolveUnknownPayment returned an invalid order for transaction ${payment.transactionNumber}: ${formatViolations(violationsOf(parsed.error))}.`;
  throw new PgwError('invalid-configuration', message, {
    ids: { transactionNumber: payment.transactionNumber },
  });
}

const orderSchema = orderPriceSchema.extend({ orderId: z.string() });
