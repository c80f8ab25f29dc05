import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';

/**
 * Refuses everything that a page of the shop does not need.
 *
 * `script-src`: our own files, and the gateway's redirection script, which the widget marks with the nonce of its own
 * tag. `img-src`: logos of channels and banks lie at the gateway. `form-action`: a payment may leave by a form that is
 * posted to the gateway. Styles are one file; the widget's live in constructed style sheets, which need no permission.
 */
export function securityHeaders(gatewayUrl: string): RequestHandler {
  const gatewayOrigin = new URL(gatewayUrl).origin;
  return (_request, response, next) => {
    const nonce = randomBytes(16).toString('base64');
    response.locals['nonce'] = nonce;
    response.set({
      'Content-Security-Policy': [
        "default-src 'none'",
        `script-src 'self' 'nonce-${nonce}'`,
        "style-src 'self'",
        `img-src 'self' ${gatewayOrigin}`,
        "connect-src 'self'",
        `form-action 'self' ${gatewayOrigin}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
    next();
  };
}
