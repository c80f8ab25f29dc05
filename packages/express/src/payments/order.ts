import { currencyExponent, PgwError, type StorefrontOrder } from '@pgw/protocol';
import { violationsOf, listViolations } from '@pgw/protocol/internal';
import { z } from 'zod';
import { CheckoutProblem } from './problem.ts';

/** An order as the shop's `resolveOrder` returns it: the only source of the price. */
export interface Order {
  /** Integer minor units: 12345 means 123.45. */
  readonly amount: number;
  /** 3-letter ISO 4217 code. */
  readonly currencyCode: string;
  /** Displayed by the gateway; shortened to its limit of 100 characters. */
  readonly description?: string | undefined;
  /**
   * When the order expires, in milliseconds since the Unix epoch. The element displays the remaining time.
   */
  readonly expiresAt?: number | undefined;
}

/** An order with a validated price. */
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
 * Validates the result of `resolveOrder`.
 *
 * @throws CheckoutProblem `unknown-order` when it is undefined or null.
 * @throws PgwError `invalid-configuration` when it breaks a rule.
 */
export function priceOrder(id: string, loaded: Order | undefined | null): PricedOrder {
  if (loaded === undefined || loaded === null) {
    throw new CheckoutProblem('unknown-order', `There is no order ${id} to pay here.`);
  }
  const parsed = order.safeParse(loaded);
  if (!parsed.success) {
    const message = `resolveOrder returned an invalid order ${id}: ${listViolations(violationsOf(parsed.error))}.`;
    throw new PgwError('invalid-configuration', message, { ids: { order: id } });
  }
  const { amount, currencyCode, description, expiresAt = null } = parsed.data;
  return { id, amount, currencyCode: currencyCode.toUpperCase(), description: cut(description), expiresAt };
}

/** The shop's name, logo and time zone, which are the same in every response. */
export interface ShopFront {
  readonly merchant: string;
  readonly merchantLogoUrl: string | null;
  readonly timeZone: string | null;
  readonly gatewayName: string | null;
}

/** An order as the element displays it. */
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
  // Half of a surrogate pair would be sent as a replacement character.
  return description.slice(0, 100).replace(/[\uD800-\uDBFF]$/, '');
}
