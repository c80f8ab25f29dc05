import { redirectionType, type StorefrontRedirect } from '@pgw/protocol';

/** The part of a pay-in answer that says how the browser leaves. */
export interface RedirectionAnswer {
  readonly redirectionType: number;
  readonly redirectUrl?: string | null | undefined;
  readonly clientScript?: string | null | undefined;
}

/** How the browser leaves; undefined when the answer has neither a web address nor a script. */
export function redirectOf(answer: RedirectionAnswer): StorefrontRedirect | undefined {
  const url = answer.redirectUrl != null && isWebUrl(answer.redirectUrl) ? answer.redirectUrl : null;
  if (answer.redirectionType === redirectionType.script && answer.clientScript) {
    return { type: 'script', script: answer.clientScript, url };
  }
  return url === null ? undefined : { type: 'url', url };
}

/** Reads what was stored of {@link redirectOf}. */
export function parseRedirect(json: string): StorefrontRedirect {
  // Our own column, written as JSON of this very type.
  return JSON.parse(json) as StorefrontRedirect;
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
