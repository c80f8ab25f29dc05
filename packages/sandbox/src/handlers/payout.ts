import { endpoints, payoutViolations, providerChannelStatus, redirectionType } from '@pgw/protocol';
import { payoutMethod } from '@pgw/protocol/internal';
import { createRefusal, createInvalidRequestRefusal } from './responses.ts';
import { findBank } from '../catalogue/catalogue.ts';
import type { Gateway } from '../gateway.ts';
import { isRefusal } from '../ledger/services.ts';
import { failedPayoutCode, type PayoutRequest } from '../ledger/wallets/payouts.ts';
import { createHandler } from './handler.ts';
import { checkUrls, toCallbackUrl } from './payments/order.ts';

/** A payout debits the payout wallet. The page at its redirect URL approves or rejects it. */
export const payout = createHandler(
  endpoints.payout,
  (request, { gateway, tenant }) => {
    const { profile } = gateway.settings;
    const violations = payoutViolations(request, profile);
    if (violations.length > 0) throw createInvalidRequestRefusal(violations);
    checkUrls(request);
    if (findDestination(request, gateway) === undefined)
      throw createRefusal(
        failedPayoutCode,
        'Failed Payment Request: the beneficiary has no account number, mobile number or ID.',
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
      beneficiary: toBeneficiaryText(request, gateway),
      description: request.description ?? null,
      callbackUrl: toCallbackUrl(request),
    };
    const openedPayout = gateway.ledger.payouts.open(payoutRequest);
    if (isRefusal(openedPayout)) throw createRefusal(openedPayout.code, openedPayout.message);
    return {
      currencyCode: openedPayout.currencyCode,
      amount: openedPayout.amount,
      transactionNumber: openedPayout.transactionNumber,
      channelId: openedPayout.channelId,
      redirectionType: redirectionType.url,
      redirectUrl: `${gateway.url()}/payout/${openedPayout.transactionNumber}`,
    };
  },
  { accepts: ({ channelId }, { settings }) => isPayoutChannel(channelId, settings.profile.payoutChannelId) },
);

export function isPayoutChannel(
  channelId: unknown,
  { production, staging }: { readonly production: number; readonly staging: number },
): boolean {
  return channelId === production || channelId === staging;
}

/** Refuses a bank that is not available. Any other code is accepted, because the interface lists no codes. */
function checkBank(providerChannelId: string): void {
  const bank = findBank(providerChannelId);
  if (bank === undefined || bank.status === providerChannelStatus.available) return;
  throw createRefusal(failedPayoutCode, `Failed Payment Request: ${bank.displayName} is not available now.`);
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

/** The payout method selects a mobile number, an account number or an identity number. */
function findDestination(
  { providerChannelId, customer }: Beneficiary,
  { settings }: Gateway,
): string | undefined {
  const method = payoutMethod(providerChannelId, settings.profile);
  const number = (method === 'mobileNumber' ? customer.mobileNo : customer.username)?.trim();
  return number === '' ? undefined : number;
}

/** Returns the receiver as the page shows it: a name, and the last four digits of the number. */
function toBeneficiaryText(beneficiary: Beneficiary, gateway: Gateway): string {
  const { name } = beneficiary.customer;
  const maskedNumber = `··${findDestination(beneficiary, gateway)?.slice(-4) ?? ''}`;
  return name === undefined || name === '' ? maskedNumber : `${name} ${maskedNumber}`;
}
