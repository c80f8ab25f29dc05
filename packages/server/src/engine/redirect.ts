import { isIPv4 } from 'node:net';
import { redirectionType } from '@pgw/protocol';
import { getPaymentFacts } from '../events/facts.ts';
import type { PaymentContext } from './payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';

export interface AddressRules {
  /** True if the shop uses https. Over plain http the network could redirect the browser to any address. */
  readonly requiresHttps: boolean;
}

/**
 * Parses an address to which a browser may be redirected, or from which it may load an image. Returns it as it was
 * parsed, because a browser reads some spellings as relative to its page, such as `https:evil.example`. A user and
 * password can make an address look like one of another host, and link-local hosts may have services that trust
 * every client.
 */
function parseWebAddress(text: string, { requiresHttps }: AddressRules): string | null {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || requiresHttps)) return null;
  return isLinkLocalOrUnspecified(url.hostname) ? null : url.href;
}

export function toImageUrl(text: string | null | undefined, rules: AddressRules): string | null {
  if (text == null) return null;
  return text.startsWith('/') ? parsePath(text) : parseWebAddress(text, rules);
}

/** An origin that no address of a shop or gateway has (RFC 2606). */
const baseOrigin = 'https://shop.invalid';

/** Parses a path of the shop. Returns null for a path that a browser reads as the address of another host. */
function parsePath(text: string): string | null {
  const url = URL.parse(text, baseOrigin);
  if (url?.origin !== baseOrigin || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}`;
}

/** The URL parser has normalized the host. 169.254.0.0/16 is a9fe in IPv6. */
function isLinkLocalOrUnspecified(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith('169.254.') || hostname.startsWith('0.');
  if (!hostname.startsWith('[')) return false;
  const ipv6 = hostname.slice(1, -1);
  return /^fe[89ab]/.test(ipv6) || ipv6 === '::' || /^::ffff:(a9fe|0):/.test(ipv6);
}

/** A stored redirection of the browser: to an address, or by a script of the gateway. */
export type Redirect =
  | { readonly type: 'url'; readonly url: string }
  | {
      readonly type: 'script';
      readonly script: string;
      /** The address of a link for browsers that do not run the script; null for none. */
      readonly url: string | null;
    };

/** Schemes of addresses that open no app. */
const browserSchemes: readonly string[] = [
  'http:',
  'https:',
  'javascript:',
  'data:',
  'blob:',
  'file:',
  'about:',
];

/** Returns the scheme of an address that opens an app, such as `tngdwallet:`. */
export function findAppScheme(address: string | null | undefined): string | undefined {
  const protocol = URL.parse(address ?? '')?.protocol;
  return protocol === undefined || browserSchemes.includes(protocol) ? undefined : protocol;
}

export interface RedirectionResponse {
  readonly redirectionType: number;
  readonly redirectUrl?: string | null | undefined;
  readonly clientScript?: string | null | undefined;
}

export interface RedirectRules extends AddressRules {
  readonly origins: readonly string[];
  readonly onUnknownOrigin: (origin: string) => void;
}

/**
 * A script is used only when every address in it and in `redirectUrl` has an allowed origin. Otherwise the address
 * is used, if its own origin is allowed.
 */
export function toRedirect(response: RedirectionResponse, rules: RedirectRules): Redirect | undefined {
  const { redirectUrl, clientScript: script } = response;
  const url = redirectUrl == null ? null : parseWebAddress(redirectUrl, rules);
  if (response.redirectionType !== redirectionType.script || !script) return toUrlRedirect(url);
  const unknownOrigin = findUnknownOrigin([script, url ?? ''], rules.origins);
  if (unknownOrigin === undefined) return { type: 'script', script, url };
  rules.onUnknownOrigin(unknownOrigin);
  const hasAllowedOrigin = url !== null && rules.origins.includes(new URL(url).origin);
  return hasAllowedOrigin ? toUrlRedirect(url) : undefined;
}

function toUrlRedirect(url: string | null): Redirect | undefined {
  return url === null ? undefined : { type: 'url', url };
}

export function createRedirectRules(context: PaymentContext, payment: Payment): RedirectRules {
  return {
    origins: context.redirectOrigins,
    requiresHttps: context.callbackUrl.startsWith('https:'),
    onUnknownOrigin: (unknownOrigin) => {
      const message = `The gateway's redirection script contains the origin ${unknownOrigin}, which is not in redirectOrigins: the script is not run. Add the origin if it is the gateway's.`;
      const facts = { ...getPaymentFacts(payment), unknownOrigin };
      context.emit({ level: 'error', event: 'redirection-refused', message, ...facts });
    },
  };
}

export function parseRedirect(json: string): Redirect {
  // Only JSON of this type is written to the column.
  return JSON.parse(json) as Redirect;
}

/** How a browser is redirected to a payment now. Undefined when the shopper can no longer pay it. */
export function findCurrentRedirect(
  { state, expiresAt, redirect, card }: Payment,
  now: number,
): Redirect | undefined {
  const hasEnded = state !== 'open' || (expiresAt !== null && expiresAt <= now);
  return hasEnded || redirect === null || card?.state === 'sent' ? undefined : parseRedirect(redirect);
}

/**
 * Matches an address in a script: with its protocol, or `//host` at the beginning of a string or a call.
 * Slashes may be written as `\/`. After a protocol, browsers accept any number of slashes and backslashes.
 */
const addressPattern = /(?:https?:[\\/]*|(?<=["'`(=])(?:\\?\/){2})[^\s"'`<>\\/?#]+/gi;

/**
 * An address that the script concatenates is not found. The page's content security policy (`form-action`) refuses
 * it.
 */
function findUnknownOrigin(texts: readonly string[], allowedOrigins: readonly string[]): string | undefined {
  return texts
    .flatMap((text) => text.match(addressPattern) ?? [])
    .map((found) => toOrigin(found.replaceAll(/[\\/]+/g, '/').replace('/', '//')))
    .find((origin) => origin !== undefined && !allowedOrigins.includes(origin));
}

/** Returns the origin of an address. An address that begins with `//` counts as https. */
function toOrigin(text: string): string | undefined {
  const url = text.startsWith('//') ? `https:${text}` : text;
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
