import { randomBytes } from 'node:crypto';
import type { Checkout } from '@pgw/express';
import type { RequestHandler, Response } from 'express';

/** The method of the checkout that creates the Content Security Policy. */
export type PolicySource = Pick<Checkout, 'contentSecurityPolicy'>;

/**
 * The sources that the pages need in addition to those of the checkout. They allow the style sheets and the
 * Trusted Types policy of parse-page.js.
 */
const additionalSources = { 'style-src': ["'self'"], 'trusted-types': ['pgw-office'] };

/**
 * Sets the security headers of every response. They block scripts without the nonce, inline styles, content
 * from other origins, and frames.
 */
export function setSecurityHeaders(checkout: PolicySource): RequestHandler {
  return (_request, response, next) => {
    const nonce = randomBytes(16).toString('base64');
    response.locals['nonce'] = nonce;
    response.set({
      'Content-Security-Policy': checkout.contentSecurityPolicy({ nonce, additionalSources }),
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
      // Browsers ignore this header over plain http, which the demo uses.
      'Strict-Transport-Security': 'max-age=31536000',
    });
    next();
  };
}

/** Returns the nonce of a response, for its script tags. */
export function getNonce(response: Response): string {
  return String(response.locals['nonce']);
}
