import {
  endpoints,
  payoutMethod,
  payoutViolations,
  providerChannelStatus,
  redirectionType,
} from '@pgw/protocol';
import { refuse, refuseInvalid } from '../answers.ts';
import { findBank } from '../catalogue/catalogue.ts';
import type { Gateway } from '../gateway.ts';
import { isRefusal } from '../ledger/parts.ts';
import { failedPayoutCode, type PayoutRequest } from '../ledger/payouts.ts';
import { handler } from './handler.ts';
import { checkAddresses } from './order.ts';

/** Takes a payout: the payout wallet pays at once; the page of its address approves or rejects it. */
export const payout = handler(
  endpoints.payout,
  (request, { gateway, tenant }) => {
    const { profile } = gateway.settings;
    const violations = payoutViolations(request, profile);
    if (violations.length > 0) throw refuseInvalid(violations);
    checkAddresses(request);
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
  { isMeant: ({ channelId }, { settings }) => isPayoutChannel(channelId, settings.profile.payoutChannelId) },
);

function isPayoutChannel(
  channelId: unknown,
  { production, staging }: { readonly production: number; readonly staging: number },
): boolean {
  return channelId === production || channelId === staging;
}

/** A bank of the catalogue must be open; any other code is taken, as the interface lists none. */
function checkBank(providerChannelId: string): void {
  const bank = findBank(providerChannelId);
  if (bank === undefined || bank.status === providerChannelStatus.available) return;
  throw refuse(failedPayoutCode, `Failed Payment Request: ${bank.displayName} is not available now.`);
}

/** Who gets the money, as the page shows it: no account number or identity number in full. */
function beneficiaryOf(
  {
    providerChannelId,
    customer,
  }: {
    readonly providerChannelId: string;
    readonly customer: {
      readonly name?: string | undefined;
      readonly mobileNo?: string | undefined;
      readonly username?: string | undefined;
    };
  },
  { settings }: Gateway,
): string {
  const method = payoutMethod(providerChannelId, settings.profile);
  const given = method === 'mobileNumber' ? customer.mobileNo : customer.username;
  const masked = given === undefined || given === '' ? undefined : `··${given.slice(-4)}`;
  return [customer.name, masked].filter((part) => part !== undefined && part !== '').join(' ') || 'Unnamed';
}
