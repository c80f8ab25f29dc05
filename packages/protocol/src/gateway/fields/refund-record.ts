import { z } from 'zod';
import * as absent from './absent.ts';
import * as field from './fields.ts';
import { validEntries } from './valid-entries.ts';

function refundEntry() {
  return z.looseObject({
    transactionNumber: field.receivedNumber,
    amount: z.number(),
    currencyCode: field.truncatedText(10),
    refundReason: absent.optionalText(1_000),
    refundStatus: z.number().int(),
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
    referenceCode: absent.optionalText(100),
    /** The amount in minor units. */
    amount: z.number(),
    currencyCode: field.truncatedText(10),
    /** See `refundStatus`. */
    refundStatus: z.number().int(),
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
