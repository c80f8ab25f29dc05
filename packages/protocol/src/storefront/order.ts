import { z } from 'zod';
import { lazyObject, type Parsed } from './read-only.ts';
import { text, textOrNull } from './values.ts';

/** The schema of {@link StorefrontOrder}. */
export const storefrontOrder = lazyObject(() => ({
  /** The shop's id of the order. */
  id: text,
  /** The total in minor units, without the fee of a channel. */
  amount: z.int().positive(),
  /** ISO 4217 code. */
  currencyCode: text.regex(/^[A-Z]{3}$/),
  /** The number of decimal digits of the currency, by ISO 4217. */
  exponent: z.int().min(0).max(4),
  /** A description for the shopper, or null. */
  description: textOrNull,
  /** The name of the shop. */
  merchant: text,
  /**
   * The URL of the shop's logo, which is shown before the redirect. With null, a monogram is shown instead.
   */
  merchantLogoUrl: textOrNull,
  /** The IANA time zone in which dates are shown. Null for the time zone of the device. */
  timeZone: textOrNull,
  /** The name of the gateway for the footer. Null for no footer. */
  gateway: textOrNull,
}));

/** An order as the shopper sees it. */
export type StorefrontOrder = Parsed<typeof storefrontOrder>;
