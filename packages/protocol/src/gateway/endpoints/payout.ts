import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as absent from '../fields/absent.ts';
import * as field from '../fields/fields.ts';
import { platformCharge, subMerchant } from '../fields/order-fields.ts';

/**
 * Payout to a bank account, a mobile number or an ID (interface document, endpoint 2). A payout has the same
 * path as a payment request, and a payout channel (`profile.payoutChannelId`). The rules for the beneficiary
 * depend on `providerChannelId` (see `payoutViolations`).
 */
export const payout = endpoint({
  name: 'payout',
  summary: 'Send money to a bank account, a mobile number or an ID',
  method: 'POST',
  request: () =>
    z.strictObject({
      channelId: z.number().int(),
      providerChannelId: z.string().min(1, 'must not be empty'),
      currencyCode: field.currencyCode,
      amount: field.amount,
      referenceCode: field.referenceCode,
      description: field.description.optional(),
      ipAddress: field.ipAddress,
      userAgent: field.userAgent.optional(),
      returnUrl: field.returnUrl,
      callbackUrl: field.callbackUrl.optional(),
      customer: field.customer,
      localCitizen: z.boolean(),
      timestamp: field.timestamp,
      // Public clients send these fields with payment requests, which have the same path.
      tenantId: field.tenantId.optional(),
      subMerchant: subMerchant().optional(),
      platformCharge: platformCharge().optional(),
    }),
  response: () =>
    z.looseObject({
      currencyCode: field.paddedCurrencyCode,
      amount: z.number().int(),
      transactionNumber: field.receivedNumber,
      channelId: absent.optionalId,
      redirectionType: absent.optional(field.receivedInteger),
      redirectUrl: absent.optionalExactText(field.maxRedirectUrlLength),
    }),
  hasDocumentedEnvelope: true,
  isReadOnly: false,
  faults: [2009, 2056],
});
