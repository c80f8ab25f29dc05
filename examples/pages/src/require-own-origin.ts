import type { RequestHandler } from 'express';
import { isLoopback } from './loopback.ts';

/**
 * Refuses forms that another site posts, and redirects a shopper who typed `localhost` to the address of the return URLs: cookies of
 * one host name are not sent to another.
 */
export function requireOwnOrigin(publicUrl: string): RequestHandler {
  const publicHost = new URL(publicUrl).host;
  return (request, response, next) => {
    const { origin, host = '' } = request.headers;
    if (request.method !== 'GET' && origin !== undefined && !isFrom(origin, [host, publicHost])) {
      return void response.status(403).type('text').send('This form was sent from another site.\n');
    }
    if (
      request.method === 'GET' &&
      host !== publicHost &&
      isLoopback(publicUrl) &&
      isLoopback(`http://${host}`)
    ) {
      return response.redirect(307, publicUrl + request.originalUrl);
    }
    next();
  };
}

function isFrom(origin: string, hosts: readonly string[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
