import {
  endpoints,
  payoutMethod,
  payoutViolations,
  providerChannelStatus,
  redirectionType,
} from '@pgw/protocol';
import { refuse, refuseInvalid } from '../responses.ts';
import { findBank } from '../catalogue/catalogue.ts';
import type { Gateway } from '../gateway.ts';
import { isRefusal } from '../ledger/parts.ts';
import { failedPayoutCode, type PayoutRequest } from '../ledger/payouts.ts';
import { handler } from './handler.ts';
import { checkAddresses } from './order.ts';

/** Opens a payout, which debits the payout wallet. The page of its redirect URL approves or rejects it. */
export const payout = handler(
  endpoints.payout,
  (request, { gateway, tenant }) => {
    const { profile } = gateway.settings;
    const violations = payoutViolations(request, profile);
    if (violations.length > 0) throw refuseInvalid(violations);
    checkAddresses(request);
    if (destinationOf(request, gateway) === undefined)
      throw refuse(
        failedPayoutCode,
        'Failed Payment Request: the beneficiary has no account or proxy number.',
      );
    checkBank(request.providerChannelId);
    const { channelId, amount, referenceCode, returnUrl } = request;
    const payoutRequest: PayoutRequest = {
      tenantId: tenant.id,
      channelId,
      amount,
      referenceCode,
      returnUrl,
      currencyCode: request.currencyCode.toUpperCase(),
      providerChannelId: request.providerChannelId,
      beneficiary: beneficiaryOf(request, gateway),
      description: request.description ?? null,
      callbackUrl:
        request.callbackUrl === undefined || request.callbackUrl === '' ? null : request.callbackUrl,
    };
    const opened = gateway.ledger.payouts.open(payoutRequest);
    if (isRefusal(opened)) throw refuse(opened.code, opened.message);
    return {
      currencyCode: opened.currencyCode,
      amount: opened.amount,
      transactionNumber: opened.transactionNumber,
      channelId: opened.channelId,
      redirectionType: redirectionType.url,
      redirectUrl: `${gateway.url()}/payout/${opened.transactionNumber}`,
    };
  },
  { accepts: ({ channelId }, { settings }) => isPayoutChannel(channelId, settings.profile.payoutChannelId) },
);

function isPayoutChannel(
  channelId: unknown,
  { production, staging }: { readonly production: number; readonly staging: number },
): boolean {
  return channelId === production || channelId === staging;
}

/** Refuses a bank of the catalogue that is not available. Any other code is accepted, because the interface lists no codes. */
function checkBank(providerChannelId: string): void {
  const bank = findBank(providerChannelId);
  if (bank === undefined || bank.status === providerChannelStatus.available) return;
  throw refuse(failedPayoutCode, `Failed Payment Request: ${bank.displayName} is not available now.`);
}

/** The properties of a payout that identify the receiver. */
interface Beneficiary {
  readonly providerChannelId: string;
  readonly customer: {
    readonly name?: string | undefined;
    readonly mobileNo?: string | undefined;
    readonly username?: string | undefined;
  };
}

/** The number that receives the payout: a mobile number, an account number or an identity number, depending on the method. */
function destinationOf(
  { providerChannelId, customer }: Beneficiary,
  { settings }: Gateway,
): string | undefined {
  const method = payoutMethod(providerChannelId, settings.profile);
  const given = (method === 'mobileNumber' ? customer.mobileNo : customer.username)?.trim();
  return given === '' ? undefined : given;
}

/** The receiver as the page shows it: a name, and the last four digits of the number. */
function beneficiaryOf(beneficiary: Beneficiary, gateway: Gateway): string {
  const { name } = beneficiary.customer;
  const masked = `··${destinationOf(beneficiary, gateway)?.slice(-4) ?? ''}`;
  return name === undefined || name === '' ? masked : `${name} ${masked}`;
}
