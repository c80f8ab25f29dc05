import type { StorefrontRedirect } from '@pgw/protocol';

/** What leaving needs of the browser. */
export interface Exit {
  readonly assign: (url: string) => void;
  readonly document: Document;
}

/**
 * Leaves the page: to a URL, or by running the gateway's script. The only code of the element that does.
 * Gives false when there is nothing safe to do, for example a `javascript:` URL: the shopper is then shown the way out.
 */
export function leave(redirect: StorefrontRedirect, exit: Exit = browserExit()): boolean {
  if (redirect.type === 'script') return runScript(redirect.script, exit.document);
  const url = safeUrl(redirect.url);
  if (url === null) return false;
  exit.assign(url);
  return true;
}

/** The URL if a browser may be sent there (http or https), else null. */
export function safeUrl(url: string | null): string | null {
  if (url === null) return null;
  try {
    const { protocol, href } = new URL(url, globalThis.document?.baseURI);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}

/** The code within `<script>` tags, or the text as it is. */
export function unwrapScript(text: string): string {
  return /^\s*<script[^>]*>([\s\S]*?)<\/script\s*>\s*$/i.exec(text)?.[1] ?? text;
}

function runScript(text: string, page: Document): boolean {
  const script = page.createElement('script');
  // A page under a strict policy runs only scripts that carry its nonce.
  const nonce = page.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce !== undefined && nonce !== '') script.nonce = nonce;
  script.textContent = unwrapScript(text);
  try {
    page.head.append(script);
    return true;
  } catch {
    return false;
  } finally {
    script.remove();
  }
}

function browserExit(): Exit {
  return { assign: (url) => location.assign(url), document };
}
