import {
  currencyExponent,
  PgwError,
  violationsOf,
  listViolations,
  type StorefrontOrder,
} from '@pgw/protocol';
import { z } from 'zod';
import { CheckoutProblem } from './problem.ts';

/** What the shop says of an order when asked: the only source of a price. */
export interface Order {
  /** Integer minor units: 12345 means 123.45. */
  readonly amount: number;
  /** 3-letter ISO 4217 code. */
  readonly currencyCode: string;
  /** Shown by the gateway; cut to the 100 characters that it takes. */
  readonly description?: string | undefined;
  /** Until when it can be paid, in milliseconds since the Unix epoch; the shopper is shown the time that is left. */
  readonly expiresAt?: number | undefined;
}

/** An order with its price checked, ready to be shown or charged. */
export interface PricedOrder {
  readonly id: string;
  readonly amount: number;
  readonly currencyCode: string;
  readonly description: string | null;
  readonly expiresAt: number | null;
}

const order = z.object({
  amount: z
    .number({ error: 'must be an integer of minor units (12345 means 123.45)' })
    .int('must be an integer of minor units (12345 means 123.45)')
    .positive('must be above 0'),
  currencyCode: z.string().regex(/^[A-Za-z]{3}$/, 'must be a 3-letter ISO 4217 code'),
  description: z.string().optional(),
  expiresAt: z.number('must be milliseconds since the Unix epoch').int().positive().optional(),
});

/**
 * Checks what `resolveOrder` answered.
 *
 * @throws CheckoutProblem `unknown-order` when it answered nothing.
 * @throws PgwError `invalid-configuration` when the shop's own answer breaks a rule.
 */
export function priceOrder(id: string, answer: Order | undefined | null): PricedOrder {
  if (answer === undefined || answer === null) {
    throw new CheckoutProblem('unknown-order', `There is no order ${id} to pay here.`);
  }
  const parsed = order.safeParse(answer);
  if (!parsed.success) {
    const message = `resolveOrder answered for order ${id}: ${listViolations(violationsOf(parsed.error))}.`;
    throw new PgwError('invalid-configuration', message, { ids: { order: id } });
  }
  const { amount, currencyCode, description, expiresAt = null } = parsed.data;
  return { id, amount, currencyCode: currencyCode.toUpperCase(), description: cut(description), expiresAt };
}

/** What the shop is called and where it is: the same in every answer. */
export interface ShopFront {
  readonly merchant: string;
  readonly merchantLogoUrl: string | null;
  readonly timeZone: string | null;
  readonly gatewayName: string | null;
}

/** The order as the element shows it. */
export function storefrontOrder(
  {
    id,
    amount,
    currencyCode,
    description,
  }: Pick<PricedOrder, 'id' | 'amount' | 'currencyCode' | 'description'>,
  { merchant, merchantLogoUrl, timeZone, gatewayName }: ShopFront,
): StorefrontOrder {
  const exponent = currencyExponent(currencyCode);
  return {
    id,
    amount,
    currencyCode,
    exponent,
    description,
    merchant,
    merchantLogoUrl,
    timeZone,
    gateway: gatewayName,
  };
}

function cut(description: string | undefined): string | null {
  if (description === undefined || description === '') return null;
  // A pair of surrogates cut in half would travel as a replacement character.
  return description.slice(0, 100).replace(/[\uD800-\uDBFF]$/, '');
}
