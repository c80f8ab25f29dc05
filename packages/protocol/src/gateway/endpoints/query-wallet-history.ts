import { z } from 'zod';
import { withListNamed } from '../fields/lists.ts';
import { endpoint } from './endpoint.ts';
import * as absent from '../fields/absent.ts';
import * as field from '../fields/fields.ts';

/** The numbers of entry types in a wallet history (interface document, "Wallet history entry"). */
export const walletEntryType = { topup: 1, payout: 2, reverse: 3, refund: 4, rebate: 5, unknown: 6 } as const;

const dateTime = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a UTC date-time (ISO 8601)');

/**
 * Wallet history with 100 entries on each page (interface document, endpoint 4). The name `walletHistories`
 * is our assumption. If the response has exactly one array under another name, the schema accepts this array.
 */
export const queryWalletHistory = endpoint({
  name: 'queryWalletHistory',
  summary: 'List the entries of a wallet, 100 a page',
  method: 'POST',
  request: () =>
    z.strictObject({
      /** `nextRecords` of the previous page. Omitted for the first page. */
      nextRecord: z.number().int().optional(),
      dateTimeFrom: dateTime,
      dateTimeTo: dateTime,
      walletId: z.number().int(),
      tenantId: field.tenantId.optional(),
    }),
  response: () =>
    withListNamed(
      'walletHistories',
      z.looseObject({
        walletId: field.receivedInteger,
        walletBalance: z.number(),
        /** `nextRecord` of the next page. Null, 0 or missing on the last page. */
        nextRecords: absent.optional(field.receivedInteger),
        walletHistories: z.array(
          z.looseObject({
            id: field.receivedInteger,
            createdDate: absent.optionalDateTime,
            transactionNumber: absent.optionalIssuedNumber,
            /** The gateway misspells this name. */
            refenceCode: absent.optionalReference,
            /** A decimal amount, negative for outgoing money. */
            amount: z.number(),
            currencyCode: field.receivedCurrencyCode,
            /** See `walletEntryType`. */
            type: field.receivedInteger,
            description: absent.optionalText(1_000),
            postTransactionWalletBalance: z.number(),
          }),
        ),
      }),
    ),
  hasDocumentedEnvelope: true,
  isReadOnly: true,
  faults: [1005],
});
