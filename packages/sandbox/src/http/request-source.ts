import type { Request, RequestHandler } from 'express';
import { isAllowedHost } from '../callbacks/callback-sender.ts';
import type { Settings } from '../options.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Paths to which pages of shops may post a form, as the script of a redirection does. These paths only redirect to a
 * bank page and change nothing. The other paths accept forms of the sandbox's own pages, and requests of programs,
 * which have neither an Origin nor a Sec-Fetch-Site header.
 */
const redirectPaths = /^\/(wallet|challenge)\//;

/**
 * Refuses requests that a web page of another site may have sent, for every route. The Host header must name
 * this machine or one of `allowedHosts`, because DNS rebinding uses another host name. A request with an
 * unsafe method must come from a page of the sandbox, as far as its headers say from where it comes. No page can set
 * them: browsers send `Sec-Fetch-Site`, and old browsers only `Origin`.
 */
export function refuseForeignRequests({ allowedHosts }: Pick<Settings, 'allowedHosts'>): RequestHandler {
  return (incoming, outgoing, next) => {
    const refuse = (text: string): void => {
      outgoing.status(403).set('x-content-type-options', 'nosniff').type('text').send(`${text}\n`);
    };
    const host = incoming.headers.host ?? '';
    if (!isAllowedHost(host.replace(/:\d{1,5}$/, ''), allowedHosts)) {
      refuse(
        'The sandbox only accepts requests for 127.0.0.1, localhost and [::1]. To allow another host name, start it with --allowed-host <name>.',
      );
    } else if (isSentByAnotherSite(incoming, host)) {
      refuse('This request was sent from a page of another site.');
    } else next();
  };
}

function isSentByAnotherSite({ method, path, headers }: Request, host: string): boolean {
  if (safeMethods.has(method) || redirectPaths.test(path)) return false;
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  // `none` is a request of the person, such as a reload. `same-site` includes other ports of this machine.
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return true;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase();
}
