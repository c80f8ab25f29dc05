import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as field from '../fields/fields.ts';
import { requestPayment } from './request-payment.ts';

/**
 * Starts a hosted session (used by public clients). The body has the fields of a payment request, and a
 * lifetime. After a failed attempt the shopper can try again at the same URL, until the session expires.
 */
export const initialSession = endpoint({
  name: 'initialSession',
  summary: 'Start a hosted session, in which the shopper can try again',
  method: 'POST',
  request: () =>
    requestPayment.request.extend({
      expiredInMinutes: z.number().int().positive('must be above 0').optional(),
    }),
  response: () =>
    z.looseObject({
      redirectionType: field.receivedInteger,
      redirectUrl: z.string().max(field.maxRedirectUrlLength),
      sessionNumber: field.receivedNumber,
    }),
  hasDocumentedEnvelope: true,
  isReadOnly: false,
  faults: [2009],
});
