import type { Request, RequestHandler } from 'express';
import type { Settings } from './options.ts';

/** A host name or address of this machine, without port, as in the Host header or in a URL. */
const loopbackHost = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost|\[::1\])$/i;
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Paths that a shop's page may post to: each only redirects to a bank page and changes nothing. Every other path takes forms
 * of the sandbox's own pages, and requests of programs, which send no Origin.
 */
const postedByShops = /^\/(wallet|challenge)\//;

/**
 * Refuses what a web page of another site could send, for every route. The Host must name this machine, or one of
 * `allowedHosts`: under any other name a page reached the sandbox by DNS rebinding. A request that may change something and
 * carries an Origin must come from a page of the sandbox.
 */
export function refuseForeignRequests({ allowedHosts }: Pick<Settings, 'allowedHosts'>): RequestHandler {
  return (incoming, outgoing, next) => {
    const refuse = (text: string): void => {
      outgoing.status(403).set('x-content-type-options', 'nosniff').type('text').send(`${text}\n`);
    };
    const host = incoming.headers.host ?? '';
    if (!isHostIn(host.replace(/:\d{1,5}$/, ''), allowedHosts)) {
      refuse(
        'The sandbox answers requests for 127.0.0.1, localhost and [::1] only. For another host name, start it with --allowed-host <name>.',
      );
    } else if (isSentByAnotherSite(incoming, host)) {
      refuse('This request was sent from a page of another site.');
    } else next();
  };
}

/** True where a host is of this machine or listed. */
export function isHostIn(host: string, listed: readonly string[]): boolean {
  return loopbackHost.test(host) || listed.includes(host.toLowerCase());
}

function isSentByAnotherSite({ method, path, headers }: Request, host: string): boolean {
  const { origin } = headers;
  if (origin === undefined || safeMethods.has(method) || postedByShops.test(path)) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase();
}
