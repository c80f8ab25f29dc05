import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * Exchanges a user name and password for a bearer token (used by public clients). The request has the tenant
 * header, and is not signed.
 */
export const authenticate = endpoint({
  name: 'authenticate',
  summary: 'Exchange a user name and password for a bearer token',
  method: 'POST',
  request: () =>
    z.strictObject({
      userNameOrEmailAddress: z.string().min(1, 'must not be empty'),
      password: z.string().min(1, 'must not be empty'),
    }),
  response: () =>
    z.looseObject({
      accessToken: z.string().min(1).max(20_000),
      /** Lifetime of the token in seconds, about 86,400. */
      expireInSeconds: z.number().positive(),
    }),
  hasDocumentedEnvelope: true,
  isSigned: false,
  isReadOnly: true,
});
