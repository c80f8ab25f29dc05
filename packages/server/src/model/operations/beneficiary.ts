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

/** The receiver of a payout. It is stored with the payout, and no event or timeline entry contains it. */
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

/** The schema of a stored beneficiary. */
export const beneficiarySchema: z.ZodType<PayoutBeneficiary> = z.strictObject({
  method: z.enum(payoutMethods),
  bankCode: z.string().optional(),
  number: z.string(),
  name: z.string().optional(),
  isLocal: z.boolean().optional(),
});
