import type { GatewayProfile } from '@pgw/protocol';
import * as z from '@pgw/protocol/zod';

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
