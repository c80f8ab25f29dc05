import type { z } from 'zod';
import type { payout } from './endpoints/payout.ts';
import type { Violation } from '../errors.ts';
import type { GatewayProfile } from './profile.ts';

/** The fields of a payout that {@link payoutViolations} checks. */
export type PayoutBeneficiary = Pick<
  z.output<(typeof payout)['request']>,
  'channelId' | 'providerChannelId' | 'customer'
>;

/** How a payout reaches the beneficiary: by bank transfer, or by an identifier such as a mobile number. */
export type PayoutMethod = 'bank' | keyof GatewayProfile['payoutProxies'];

/**
 * Returns the method of a payout with this `providerChannelId`. The letter case is ignored. Every code that
 * is not in `payoutProxies` is the code of a bank.
 */
export function payoutMethod(providerChannelId: string, profile: GatewayProfile): PayoutMethod {
  const code = providerChannelId.toLowerCase();
  const { mobileNumber, nationalId, businessRegistration } = profile.payoutProxies;
  if (code === mobileNumber.toLowerCase()) return 'mobileNumber';
  if (code === nationalId.toLowerCase()) return 'nationalId';
  return code === businessRegistration.toLowerCase() ? 'businessRegistration' : 'bank';
}

/**
 * Checks the rules of a payout that depend on the profile (interface document, endpoint 2). Returns an empty
 * array for a valid payout.
 *
 * The channel must be a payout channel. A bank transfer requires the name of the account holder. A payout to
 * a mobile number requires the number.
 */
export function payoutViolations(request: PayoutBeneficiary, profile: GatewayProfile): Violation[] {
  const { channelId, providerChannelId, customer } = request;
  const { production, staging } = profile.payoutChannelId;
  const violations: Violation[] = [];
  if (channelId !== production && channelId !== staging) {
    const message = `must be a payout channel: ${production} in production, ${staging} in staging`;
    violations.push({ path: 'channelId', message });
  }
  const method = payoutMethod(providerChannelId, profile);
  if (method === 'bank' && isBlank(customer.name)) {
    violations.push({
      path: 'customer.name',
      message: 'is required for a bank transfer: the name of the account holder',
    });
  }
  if (method === 'mobileNumber' && isBlank(customer.mobileNo)) {
    violations.push({ path: 'customer.mobileNo', message: 'is required for a payout to a mobile number' });
  }
  return violations;
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}
