import { redirectionType } from '@pgw/protocol';
import { idsOf, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { isWebAddress, type AddressRules } from './web-address.ts';

/** How the browser is redirected, as it is stored: to an address, or by a script of the gateway. */
export type Redirect =
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'script'; readonly script: string; readonly url: string | null };

/** The fields of a pay-in response that say how to redirect the browser. */
export interface RedirectionResponse {
  readonly redirectionType: number;
  readonly redirectUrl?: string | null | undefined;
  readonly clientScript?: string | null | undefined;
}

/** The allowed destinations of an address and of a redirection script. */
export interface RedirectRules extends AddressRules {
  /** Origins, as `https://gateway.example`. */
  readonly origins: readonly string[];
  /** Called with an origin that a script contains and that is not in `origins`. */
  readonly onForeign: (origin: string) => void;
}

/**
 * How to redirect the browser; undefined when the response has neither an allowed address nor a script. A
 * script runs at the shop's address, so it is used only when every address in the script and in `redirectUrl`
 * has a known origin. Otherwise only the address is used.
 */
export function redirectOf(response: RedirectionResponse, rules: RedirectRules): Redirect | undefined {
  const url =
    response.redirectUrl != null && isWebAddress(response.redirectUrl, rules) ? response.redirectUrl : null;
  const byUrl: Redirect | undefined = url === null ? undefined : { type: 'url', url };
  if (response.redirectionType !== redirectionType.script || !response.clientScript) return byUrl;
  const foreign = foreignOrigin([response.clientScript, url ?? ''], rules.origins);
  if (foreign === undefined) return { type: 'script', script: response.clientScript, url };
  rules.onForeign(foreign);
  return url !== null && rules.origins.includes(new URL(url).origin) ? byUrl : undefined;
}

/** The rules of this checkout. A script that breaks them is reported as an event. */
export function redirectRules(engine: Engine, payment: Payment): RedirectRules {
  return {
    origins: engine.redirectOrigins,
    requiresHttps: engine.callbackUrl.startsWith('https:'),
    onForeign: (origin) => {
      const message = `The gateway's redirection script contains the origin ${origin}, which is not in redirectOrigins: the script is not run. Add the origin if it is the gateway's.`;
      engine.emit({ level: 'error', event: 'redirection-refused', message, ids: idsOf(payment) });
    },
  };
}

/** Parses a stored result of {@link redirectOf}. */
export function parseRedirect(json: string): Redirect {
  // The column is only written as JSON of this type.
  return JSON.parse(json) as Redirect;
}

/** How a browser is redirected to a payment now. Undefined when the shopper can no longer pay it. */
export function currentRedirect(
  { state, expiresAt, redirect, card }: Payment,
  now: number,
): Redirect | undefined {
  const isOver = state !== 'open' || (expiresAt !== null && expiresAt <= now);
  return isOver || redirect === null || card?.state === 'sent' ? undefined : parseRedirect(redirect);
}

/**
 * An address in a script: with its protocol, or `//host` where a string or a call begins. Slashes may be
 * written as `\/`.
 */
const address = /(?:https?:|(?<=["'`(=]))(?:\\?\/){2}[^\s"'`<>\\/?#]+/gi;

/**
 * The first origin in the texts that is not in the list. The script is not executed, so an address that it
 * concatenates is not found. The page's content security policy limits it (`form-action`).
 */
function foreignOrigin(texts: readonly string[], known: readonly string[]): string | undefined {
  return texts
    .flatMap((text) => text.match(address) ?? [])
    .map((found) => originOf(found.replaceAll('\\', '')))
    .find((origin) => origin !== undefined && !known.includes(origin));
}

/** `//host` uses the protocol of the page. */
function originOf(text: string): string | undefined {
  const whole = text.startsWith('//') ? `https:${text}` : text;
  return URL.canParse(whole) ? new URL(whole).origin : undefined;
}
