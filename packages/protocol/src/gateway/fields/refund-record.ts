import { z } from 'zod';
import * as absent from './absent.ts';
import * as field from './fields.ts';
import { validEntries } from './lists.ts';

function refundEntry() {
  return z.looseObject({
    transactionNumber: field.receivedNumber,
    amount: z.number(),
    currencyCode: field.receivedCurrencyCode,
    refundReason: absent.optionalText(1_000),
    refundStatus: field.receivedInteger,
  });
}

/**
 * The schema of a refund record (interface document). The gateway may send `refundPaymentList` as an object
 * or a list. The schema always returns a list.
 */
export function refundRecord() {
  const entry = refundEntry();
  return z.looseObject({
    tenantId: absent.optionalId,
    /** The number of the original payment. */
    transactionNumber: field.receivedNumber,
    refundTransactionNumber: absent.optionalIssuedNumber,
    paymentSessionNumber: absent.optionalIssuedNumber,
    referenceCode: absent.optionalReference,
    /** The amount in minor units. */
    amount: z.number(),
    currencyCode: field.receivedCurrencyCode,
    /** See `refundStatus`. */
    refundStatus: field.receivedInteger,
    responseMessage: absent.optionalText(1_000),
    // Invalid entries are omitted, because an invalid entry must not make the response to a refund invalid.
    refundPaymentList: z
      .union([validEntries(entry), entry])
      .nullish()
      .catch([])
      .transform((value) => {
        if (value == null) return [];
        return Array.isArray(value) ? value : [value];
      }),
  });
}
