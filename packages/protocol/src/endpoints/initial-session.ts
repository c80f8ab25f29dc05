import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as field from './fields.ts';
import { requestPayment } from './request-payment.ts';

/**
 * Hosted session checkout (observed C): the body of a pay-in plus a lifetime. The session survives failed attempts;
 * the customer may retry on the same URL until it expires.
 */
export const initialSession = endpoint({
  name: 'initialSession',
  summary: 'Start a hosted session, which the customer may retry',
  method: 'POST',
  request: requestPayment.request.extend({
    expiredInMinutes: z.number().int().positive('must be above 0').optional(),
  }),
  response: z.looseObject({
    redirectionType: z.number().int(),
    redirectUrl: z.string().max(field.addressLength),
    sessionNumber: field.issuedNumber,
  }),
  isWrapped: true,
  isSigned: true,
  isRead: false,
  faults: [2009],
});
