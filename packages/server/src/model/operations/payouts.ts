import { Redacted, type GatewayProfile } from '@pgw/protocol';
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
const encryptionKeysSchema = z
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

/** How a payout reaches the beneficiary: by bank transfer, or by an identifier such as a mobile number. */
export type PayoutMethod = 'bank' | keyof GatewayProfile['payoutProxies'];

/** Every {@link PayoutMethod}. */
export const payoutMethods = [
  'bank',
  'mobileNumber',
  'nationalId',
  'businessRegistration',
] as const satisfies readonly PayoutMethod[];

/** The receiver of a payout. Its number and name are stored encrypted, and no event or timeline entry contains it. */
export interface PayoutBeneficiary {
  /** See {@link PayoutMethod}. */
  readonly method: PayoutMethod;
  /** The gateway's code of the bank. Required for the method `bank`. */
  readonly bankCode?: string | undefined;
  /** The number of the account, of the mobile phone, of the national ID or of the business registration. */
  readonly number: string;
  /** The name of the account holder. Required for the method `bank`. At most 36 characters. */
  readonly name?: string | undefined;
  /** True for a citizen or a company of the gateway's country. Default true. */
  readonly isLocal?: boolean | undefined;
}

/** The receiver of a payout as it is in the store. The results of `operator.payouts` have its number and name masked. */
export interface StoredBeneficiary extends PayoutBeneficiary {
  /**
   * The number and the name, encrypted; `number` is then empty. Missing in the results of `operator.payouts`, and in rows of
   * earlier versions until the hourly work has encrypted them.
   */
  readonly sealed?: string | undefined;
}

const members = {
  method: z.enum(payoutMethods),
  bankCode: z.string().optional(),
  number: z.string(),
  name: z.string().optional(),
  isLocal: z.boolean().optional(),
};

/** The schema of a beneficiary that an operator passes. */
export const beneficiarySchema: z.ZodType<PayoutBeneficiary> = z.strictObject(members);

/** The schema of a stored beneficiary. */
export const storedBeneficiarySchema: z.ZodType<StoredBeneficiary> = z.strictObject({
  ...members,
  sealed: z.string().optional(),
});
