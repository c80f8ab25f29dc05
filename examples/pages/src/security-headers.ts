import { randomBytes } from 'node:crypto';
import type { Checkout } from '@pgw/express';
import type { RequestHandler, Response } from 'express';

/** What the pages use of @pgw/express. */
export type PolicySource = Pick<Checkout, 'contentSecurityPolicy'>;

/** What our pages need in addition to the checkout: their style sheets, and the policy by which shop.js and office.js parse our pages. */
const ours = { 'style-src': ["'self'"], 'trusted-types': ['rimba-coffee'] };

/** Forbids everything that a page of the shop does not need: scripts without the nonce, inline styles, other origins, frames. */
export function securityHeaders(checkout: PolicySource): RequestHandler {
  return (_request, response, next) => {
    const nonce = randomBytes(16).toString('base64');
    response.locals['nonce'] = nonce;
    response.set({
      'Content-Security-Policy': checkout.contentSecurityPolicy({ nonce, also: ours }),
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
      // Browsers ignore it over plain http, as of the demo.
      'Strict-Transport-Security': 'max-age=31536000',
    });
    next();
  };
}

/** The nonce of this response, for its script tags. */
export function nonceOf(response: Response): string {
  return String(response.locals['nonce']);
}
