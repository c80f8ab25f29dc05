import { z } from 'zod';
import { withListNamed } from '../fields/lists.ts';
import { endpoint } from './endpoint.ts';
import * as absent from '../fields/absent.ts';
import * as field from '../fields/fields.ts';

/** The numbers of wallet types: 0 = Basic, 1 = Premium, 2 = Payout (interface document, "Wallet"). */
export const walletType = { basic: 0, premium: 1, payout: 2 } as const;
/** The numbers of wallet statuses: 0 = Inactive, 1 = Active (interface document, "Wallet"). */
export const walletStatus = { inactive: 0, active: 1 } as const;

/**
 * Wallet inquiry (interface document, endpoint 5). The path and the name `wallets` are our assumption. If the
 * response has exactly one array under another name, the schema accepts this array.
 */
export const inquiryWallet = endpoint({
  name: 'inquiryWallet',
  summary: 'List the wallets of the merchant',
  method: 'POST',
  /** `tenantId` is the merchant ID as a number. */
  request: () => z.strictObject({ tenantId: field.tenantId, timestamp: field.timestamp }),
  response: () =>
    withListNamed(
      'wallets',
      z.looseObject({
        tenantId: field.receivedInteger,
        tenantName: absent.optionalText(200),
        wallets: z.array(
          z.looseObject({
            id: field.receivedInteger,
            currencyCode: field.receivedCurrencyCode,
            /** A decimal amount, not minor units. */
            balance: z.number(),
            /** See `walletType`. */
            walletType: field.receivedInteger,
            /** See `walletStatus`. */
            walletStatus: field.receivedInteger,
          }),
        ),
      }),
    ),
  hasDocumentedEnvelope: true,
  isReadOnly: true,
  faults: [1005],
});
