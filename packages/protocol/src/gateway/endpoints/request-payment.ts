import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as absent from '../fields/absent.ts';
import * as field from '../fields/fields.ts';
import { platformCharge, recurringPaymentInfo, subMerchant } from '../fields/order-fields.ts';

/**
 * Requests a payment (interface document, endpoint 1). Without `channelId`, the shopper chooses a channel on
 * the hosted page. `providerChannelId` is required when `isProviderHostChannel` of the channel is true in the
 * channel list.
 */
export const requestPayment = endpoint({
  name: 'requestPayment',
  summary: 'Request a payment. The response has the redirect for the shopper',
  method: 'POST',
  request: () =>
    z.strictObject({
      channelId: z.number().int().optional(),
      providerChannelId: z.string().min(1, 'must not be empty').optional(),
      currencyCode: field.currencyCode,
      amount: field.amount,
      referenceCode: field.referenceCode,
      ipAddress: field.ipAddress,
      returnUrl: field.returnUrl,
      timestamp: field.timestamp,
      description: field.description.optional(),
      callbackUrl: field.callbackUrl.optional(),
      // Public clients also send the following fields.
      userAgent: field.userAgent.optional(),
      savePayment: z.boolean().optional(),
      customer: field.customer.optional(),
      localCitizen: z.boolean().optional(),
      requestPaymentExtraInfo: z
        .strictObject({
          channelGroupId: z.number().int().optional(),
          hiddenChannel: z.array(z.number().int()).optional(),
        })
        .optional(),
      tenantId: field.tenantId.optional(),
      subMerchant: subMerchant().optional(),
      recurringPaymentInfo: recurringPaymentInfo().optional(),
      platformCharge: platformCharge().optional(),
    }),
  response: () =>
    z.looseObject({
      currencyCode: field.paddedCurrencyCode,
      amount: z.number().int(),
      transactionNumber: field.receivedNumber,
      channelId: absent.optionalId,
      /** 1 = URL redirection, 2 = script execution redirection. */
      redirectionType: field.receivedInteger,
      redirectUrl: absent.optionalExactText(field.maxRedirectUrlLength),
      clientScript: absent.optionalExactText(field.maxScriptLength),
      /** Deadline of the transaction, ISO 8601. */
      transactionExpired: absent.optionalDateTime,
    }),
  hasDocumentedEnvelope: true,
  isReadOnly: false,
  faults: [2009],
});

/** The numbers of `redirectionType` in a response (interface document, "Payment checkout result"). */
export const redirectionType = { url: 1, script: 2 } as const;
