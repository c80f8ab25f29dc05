import { redirectionType, type StorefrontRedirect } from '@pgw/protocol';
import { idsOf, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';

/** The part of a pay-in answer that says how the browser leaves. */
export interface RedirectionAnswer {
  readonly redirectionType: number;
  readonly redirectUrl?: string | null | undefined;
  readonly clientScript?: string | null | undefined;
}

/** Where a script may lead. */
export interface RedirectRules {
  /** Origins, as `https://gateway.example`. */
  readonly origins: readonly string[];
  /** Told of an origin that a script names and that is none of them. */
  readonly onForeign: (origin: string) => void;
}

/**
 * How the browser leaves; undefined when the answer has neither a web address nor a script. A script runs in the shop's own
 * page, so it is handed on only when every address in it and beside it is of a known origin; else the address alone is used.
 */
export function redirectOf(answer: RedirectionAnswer, rules: RedirectRules): StorefrontRedirect | undefined {
  const url = answer.redirectUrl != null && isWebUrl(answer.redirectUrl) ? answer.redirectUrl : null;
  const byUrl: StorefrontRedirect | undefined = url === null ? undefined : { type: 'url', url };
  if (answer.redirectionType !== redirectionType.script || !answer.clientScript) return byUrl;
  const foreign = foreignOrigin([answer.clientScript, url ?? ''], rules.origins);
  if (foreign === undefined) return { type: 'script', script: answer.clientScript, url };
  rules.onForeign(foreign);
  return url !== null && rules.origins.includes(new URL(url).origin) ? byUrl : undefined;
}

/** The rules of this checkout; an operator is told of a script that breaks them. */
export function redirectRules(engine: Engine, payment: Payment): RedirectRules {
  return {
    origins: engine.redirectOrigins,
    onForeign: (origin) => {
      const message = `The gateway's redirection script leads to ${origin}, which redirectOrigins does not name: it is not run. Add the origin if it is the gateway's.`;
      engine.emit({ level: 'error', event: 'redirection-refused', message, ids: idsOf(payment) });
    },
  };
}

/** Reads what was stored of {@link redirectOf}. */
export function parseRedirect(json: string): StorefrontRedirect {
  // Our own column, written as JSON of this very type.
  return JSON.parse(json) as StorefrontRedirect;
}

function isWebUrl(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}

/** An address in a script: with its protocol, or `//host` where a string or a call begins. Slashes may be written as `\/`. */
const address = /(?:https?:|(?<=["'`(=]))(?:\\?\/){2}[^\s"'`<>\\/?#]+/gi;

/**
 * The first origin in the texts that is not in the list. This reads, it does not run: an address that a script puts together
 * is not seen. The page's own policy stays the outer guard (`form-action`).
 */
function foreignOrigin(texts: readonly string[], known: readonly string[]): string | undefined {
  return texts
    .flatMap((text) => text.match(address) ?? [])
    .map((found) => originOf(found.replaceAll('\\', '')))
    .find((origin) => origin !== undefined && !known.includes(origin));
}

/** `//host` takes the protocol of the page. */
function originOf(text: string): string | undefined {
  const whole = text.startsWith('//') ? `https:${text}` : text;
  return URL.canParse(whole) ? new URL(whole).origin : undefined;
}
