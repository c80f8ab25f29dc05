import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as field from './fields.ts';
import { arrayMemberAs } from './array-member.ts';

/** 0 = Basic, 1 = Premium, 2 = Payout (interface, "Wallet"). */
export const walletType = { basic: 0, premium: 1, payout: 2 } as const;
export const walletStatus = { inactive: 0, active: 1 } as const;

/** Wallet inquiry (interface, endpoint 5). Path A; `wallets` A, any single array member is taken in its place. */
export const inquiryWallet = endpoint({
  name: 'inquiryWallet',
  method: 'POST',
  request: z.strictObject({ tenantId: z.number().int(), timestamp: field.timestamp }),
  response: arrayMemberAs(
    'wallets',
    z.looseObject({
      tenantId: z.number().int(),
      tenantName: z.string().nullish(),
      wallets: z.array(
        z.looseObject({
          id: z.number().int(),
          currencyCode: z.string(),
          /** A decimal of the currency. */
          balance: z.number(),
          walletType: z.number().int(),
          walletStatus: z.number().int(),
        }),
      ),
    }),
  ),
  isWrapped: true,
  isSigned: true,
  isRead: true,
});
