import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as absent from '../fields/absent.ts';
import * as field from '../fields/fields.ts';

/** Queries a payment by transaction number, session number or both (interface document, endpoint 8). */
export const queryPayment = endpoint({
  name: 'queryPayment',
  summary: 'Query a payment by transaction number, session number or both',
  method: 'GET',
  request: () =>
    z
      .strictObject({
        transactionNumber: field.issuedNumber.optional(),
        sessionNumber: field.issuedNumber.optional(),
        timestamp: field.timestamp,
        tenantId: field.tenantId.optional(),
      })
      .refine((query) => query.transactionNumber !== undefined || query.sessionNumber !== undefined, {
        error: 'needs transactionNumber, sessionNumber or both',
      }),
  response: () =>
    z.looseObject({
      transactionNumber: field.receivedNumber,
      paymentSessionNumber: absent.optionalIssuedNumber,
      referenceCode: field.truncatedText(100),
      /** See `paymentStatus`. The schema accepts unknown numbers. */
      status: field.receivedInteger,
      currencyCode: field.receivedCurrencyCode,
      amount: z.number(),
      channelId: absent.optionalId,
      providerTransactionNumber: absent.optionalProviderNumber,
      creationTime: absent.optionalDateTime,
      remark: absent.optionalText(1_000),
      providerChannelId: absent.optionalText(100),
      providerPaymentMethod: absent.optionalText(200),
      providerErrorMessage: absent.optionalText(1_000),
      // Only loyalty payments have these fields.
      loyaltyType: absent.unneeded(field.receivedInteger),
      redemptionPoint: absent.unneeded(z.number()),
      redemptionAmount: absent.unneeded(z.number()),
      rewardPoint: absent.unneeded(z.number()),
      paidAmount: absent.unneeded(z.number()),
      loyaltyRedemptionStatus: absent.unneeded(field.receivedInteger),
      loyaltyRewardStatus: absent.unneeded(field.receivedInteger),
    }),
  hasDocumentedEnvelope: false,
  isReadOnly: true,
  faults: [2010],
});
