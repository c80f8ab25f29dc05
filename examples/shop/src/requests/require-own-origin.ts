import type { Request, RequestHandler } from 'express';
import { isLoopback } from './loopback.ts';

/**
 * Rejects forms that another site or another subdomain posts. The status of the response is 403. Browsers send
 * `Sec-Fetch-Site`, which no page can change. Older browsers send only `Origin`.
 *
 * On a development machine, it also redirects `localhost` and `127.0.0.1` to the host of `publicUrl`. The
 * gateway redirects shoppers to that host, and a browser does not send the cookies of one host to another.
 */
export function requireOwnOrigin(publicUrl: string): RequestHandler {
  const publicHost = new URL(publicUrl).host;
  return (request, response, next) => {
    const { host = '' } = request.headers;
    if (!['GET', 'HEAD'].includes(request.method) && isFromOtherSite(request, publicHost)) {
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

/** `none` is a request of the person, for example after a reload. */
function isFromOtherSite({ headers }: Request, publicHost: string): boolean {
  const { origin, host = '', 'sec-fetch-site': fetchSite } = headers;
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  return origin !== undefined && !isHostOneOf(origin, [host, publicHost]);
}

function isHostOneOf(origin: string, hosts: readonly string[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
