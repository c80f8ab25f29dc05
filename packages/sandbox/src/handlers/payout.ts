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

/** The parts of a payout that say where the money goes. */
interface Beneficiary {
  readonly providerChannelId: string;
  readonly customer: {
    readonly name?: string | undefined;
    readonly mobileNo?: string | undefined;
    readonly username?: string | undefined;
  };
}

/** The number that the method of the payout sends money to: a mobile number, else the account or identity number. */
function destinationOf(
  { providerChannelId, customer }: Beneficiary,
  { settings }: Gateway,
): string | undefined {
  const method = payoutMethod(providerChannelId, settings.profile);
  const given = (method === 'mobileNumber' ? customer.mobileNo : customer.username)?.trim();
  return given === '' ? undefined : given;
}

/** Who gets the money, as the page shows it: no account number or identity number in full. */
function beneficiaryOf(beneficiary: Beneficiary, gateway: Gateway): string {
  const { name } = beneficiary.customer;
  const masked = `··${destinationOf(beneficiary, gateway)?.slice(-4) ?? ''}`;
  return name === undefined || name === '' ? masked : `${name} ${masked}`;
}
