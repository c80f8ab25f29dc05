import { Redacted } from '@pgw/protocol';
import { revealAll } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';

/** A bank to which the gateway can pay out. */
export interface PayoutBank {
  /** The gateway's code of the bank. A payout sends it as `providerChannelId`. */
  readonly code: string;
  /** The name of the bank. */
  readonly name: string;
}

/** The option `payouts` of `createCheckout`. */
export interface PayoutOptions {
  /** The merchant ID as a number. The wallets of this merchant contain the payouts. */
  readonly merchantId: number;
  /** The banks of payouts, if the gateway does not list them. */
  readonly banks?: readonly PayoutBank[] | undefined;
  /**
   * A secret of 32 characters or more, or several. The store encrypts the number and the name of each beneficiary with the first
   * one. To replace it, put the new one first, and remove the old one after an hour of running processes. Default: the secret key
   * of the client.
   */
  readonly encryptionKey?: string | Redacted | readonly (string | Redacted)[] | undefined;
}

/** The schema of one or several secrets that encrypt rows of the store. */
export const encryptionKeysSchema = z
  .preprocess(
    (value: unknown): unknown => revealAll(Array.isArray(value) || value === undefined ? value : [value]),
    z.array(z.string().min(32, 'must have 32 characters or more')).min(1, 'must not be empty').optional(),
  )
  .transform((keys = []) => keys.map((key) => new Redacted(key)));

/** The schema of {@link PayoutOptions}. */
export const payoutOptionsSchema = z
  .strictObject({
    merchantId: z.number('must be the merchant ID as a number').int().positive(),
    banks: z.array(z.strictObject({ code: z.string().min(1), name: z.string().min(1) })).optional(),
    encryptionKey: encryptionKeysSchema,
  })
  .optional();
