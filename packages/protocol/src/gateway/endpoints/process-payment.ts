import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as absent from '../fields/absent.ts';
import * as field from '../fields/fields.ts';

/**
 * The numbers of `AuthType` in the request and `type` in the response of processPayment (interface document,
 * "Authorisation type").
 */
export const authType = { preAuth: 1, fullPayment: 2, partialPayment: 3, verify: 4 } as const;

/**
 * Processes a card for an existing transaction (interface document, endpoint 3). `AuthType` and `LastPayment`
 * have a capital letter in the interface.
 */
export const processPayment = endpoint({
  name: 'processPayment',
  summary: 'Authorize, charge, capture or verify a card',
  method: 'POST',
  request: () =>
    z.strictObject({
      transactionNumber: field.issuedNumber,
      amount: field.amount.optional(),
      channelDetails: z
        .strictObject({
          cardNumber: z.string().optional(),
          expiryMonth: z.string().optional(),
          expiryYear: z.string().optional(),
          holderName: z.string().optional(),
          securityCode: z.string().optional(),
          /**
           * The token of a saved card, instead of number, expiry and name (our assumption). The client sends it
           * under the name `profile.savedCards.requestToken`.
           */
          paymentToken: z.string().min(1, 'must not be empty').optional(),
          /** See `authType`. */
          AuthType: z.number().int().min(1).max(4).optional(),
        })
        .optional(),
      savePayment: z.boolean().optional(),
      LastPayment: z.boolean().optional(),
      tenantId: field.tenantId.optional(),
    }),
  response: () =>
    z.looseObject({
      /** See `paymentStatus`. */
      status: field.receivedInteger,
      /** See `authType`. */
      type: field.receivedInteger,
      transactionNumber: field.receivedNumber,
      partialTransactionNumber: absent.optionalIssuedNumber,
      amount: absent.optional(z.number()),
      // The redirect to the authentication of the card's bank. The status of such a response is 0. We assume
      // that these fields have the names of the response of requestPayment.
      redirectionType: absent.optional(field.receivedInteger),
      redirectUrl: absent.optionalExactText(field.maxRedirectUrlLength),
      clientScript: absent.optionalExactText(field.maxScriptLength),
    }),
  hasDocumentedEnvelope: true,
  isReadOnly: false,
  faults: [2010, 2021, 2022],
});
