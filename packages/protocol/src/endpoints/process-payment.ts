import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as field from './fields.ts';

/** `AuthType` of a card process, and `type` of its result (interface, "Authorisation type"). */
export const authType = { preAuth: 1, fullPayment: 2, partialPayment: 3, verify: 4 } as const;

/** Card processing on an existing transaction (interface, endpoint 3). Names are as the gateway spells them. */
export const processPayment = endpoint({
  name: 'processPayment',
  summary: 'Authorise, charge, capture or verify a card',
  method: 'POST',
  request: z.strictObject({
    transactionNumber: field.issuedNumber,
    amount: field.amount.optional(),
    channelDetails: z
      .strictObject({
        cardNumber: z.string().optional(),
        expiryMonth: z.string().optional(),
        expiryYear: z.string().optional(),
        holderName: z.string().optional(),
        securityCode: z.string().optional(),
        /** A saved card in place of number, expiry and name (observed A); travels as `profile.savedCards.requestToken`. */
        paymentToken: z.string().min(1, 'must not be empty').optional(),
        /** See `authType`. */
        AuthType: z.number().int().min(1).max(4).optional(),
      })
      .optional(),
    savePayment: z.boolean().optional(),
    LastPayment: z.boolean().optional(),
    tenantId: field.tenantId.optional(),
  }),
  response: z.looseObject({
    /** See `paymentStatus`. */
    status: z.number().int(),
    /** 1 = PreAuth, 2 = FullPayment, 3 = PartialPayment, 4 = Verify. */
    type: z.number().int(),
    transactionNumber: field.issuedNumber,
    partialTransactionNumber: field.optionalIssuedNumber,
    amount: z.number().nullish(),
    // Observed A: where the card's bank asks its customer first, as a pay-in spells it. The status is 0 then.
    redirectionType: z.number().int().nullish(),
    redirectUrl: z.string().max(field.addressLength).nullish(),
    clientScript: z.string().max(field.scriptLength).nullish(),
  }),
  isWrapped: true,
  isSigned: true,
  isRead: false,
  faults: [2010, 2021, 2022],
});
