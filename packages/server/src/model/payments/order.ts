import { currencyExponent, PgwError, type StorefrontOrder } from '@pgw/protocol';
import { violationsOf, formatViolations, omitInheritedMembers, parseOften } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { orderPriceSchema, type OrderPrice } from './order-price.ts';
import { CheckoutProblem } from '../problem.ts';
import { readOrderDetails, type OrderDetails, type ReadDetails } from './order-details.ts';

/** An order that the shop's `resolveOrder` returns. It is the only source of the price. */
export interface Order extends OrderPrice, OrderDetails {
  /**
   * The canonical id of the order, 1 to 200 characters, if a browser may also name the order by another text, for
   * example in another letter case. It is used from then on, so that both texts name one order. Default: the text
   * that the browser sent.
   */
  readonly id?: string | undefined;
  /** Displayed by the gateway. Longer descriptions are shortened to the gateway's limit of 100 characters. */
  readonly description?: string | undefined;
  /**
   * When the order expires, in milliseconds since the Unix epoch. The element displays the remaining time. From
   * then on, by the server's clock, no payment can be started (`order-expired`). A payment that was started
   * before is fulfilled if it succeeds later.
   */
  readonly expiresAt?: number | undefined;
  /**
   * When the order was placed, in milliseconds since the Unix epoch. While a lost history of the store is not acknowledged,
   * no payment is started for an order without it, or for an order that was placed before the loss was noticed.
   */
  readonly placedAt?: number | undefined;
}

/** An order with a validated price. */
export interface PricedOrder {
  readonly id: string;
  readonly amount: number;
  readonly currencyCode: string;
  readonly description: string | null;
  readonly expiresAt: number | null;
  readonly placedAt: number | null;
  /** What the gateway may know of the order. No event, browser or stored row has it. */
  readonly details: ReadDetails;
  /** When `resolveOrder` was called, in milliseconds since the Unix epoch. Of two prices, the later one applies. */
  readonly resolvedAt: number;
}

/** The schema of {@link Order}. */
export const orderSchema = orderPriceSchema.extend({
  id: z
    .string()
    .min(1, 'must not be empty')
    .max(200, 'must have at most 200 characters')
    .regex(/^[^\0]*$/, 'must not contain U+0000')
    .optional(),
  description: z.string().optional(),
  expiresAt: z.number('must be milliseconds since the Unix epoch').int().positive().optional(),
  placedAt: z.number('must be milliseconds since the Unix epoch').int().positive().optional(),
});

/**
 * Validates the result of `resolveOrder`, which was called at `resolvedAt`.
 *
 * @throws CheckoutProblem `unknown-order` when the result is undefined or null.
 * @throws PgwError `invalid-configuration` when the result breaks a rule.
 */
export function validateOrder(
  requestedId: string,
  order: Order | undefined | null,
  resolvedAt: number,
): PricedOrder {
  if (order === undefined || order === null) {
    throw new CheckoutProblem('unknown-order', `There is no order ${requestedId} to pay here.`);
  }
  const result = parseOften(orderSchema, order);
  if (!result.success) {
    const message = `resolveOrder returned an invalid order ${requestedId}: ${formatViolations(violationsOf(result.error))}.`;
    throw new PgwError('invalid-configuration', message, { ids: { order: requestedId } });
  }
  const { id = requestedId, amount, currencyCode, expiresAt = null, placedAt = null } = result.data;
  return {
    id,
    amount,
    currencyCode,
    description: shortenDescription(result.data.description),
    expiresAt,
    placedAt,
    details: readOrderDetails(id, omitInheritedMembers(order)),
    resolvedAt,
  };
}

/** The properties of the shop that are sent to the element with each order. */
export interface ShopDetails {
  readonly merchant: string;
  readonly merchantLogoUrl: string | null;
  readonly timeZone: string | null;
  readonly gatewayName: string | null;
}

/** Converts an order to the form in which it is sent to the element. */
export function toStorefrontOrder(
  order: Pick<PricedOrder, 'id' | 'amount' | 'currencyCode' | 'description'>,
  { merchant, merchantLogoUrl, timeZone, gatewayName: gateway }: ShopDetails,
): StorefrontOrder {
  const { id, amount, currencyCode, description } = order;
  const exponent = currencyExponent(currencyCode);
  return { id, amount, currencyCode, exponent, description, merchant, merchantLogoUrl, timeZone, gateway };
}

/** The gateway's limit. */
const maxDescriptionLength = 100;

function shortenDescription(description: string | undefined): string | null {
  if (description === undefined || description === '') return null;
  // Half of a surrogate pair would be sent as a replacement character.
  return description.slice(0, maxDescriptionLength).replace(/[\uD800-\uDBFF]$/, '');
}
