import type { StorefrontRedirect } from '@pgw/protocol';

/** What leaving needs of the browser. */
export interface Exit {
  /** Takes the whole tab to a URL. Throws where a frame may not; the shopper is then given a link that may. */
  readonly assign: (url: string) => void;
  readonly document: Document;
  /** Whether the page is a frame in another one: banks refuse to be shown in frames. */
  readonly isFramed?: boolean;
}

/**
 * Leaves the page: to a URL, or by running the gateway's script. The only code of the element that does.
 * Gives false when there is nothing safe to do, for example a `javascript:` URL, or when a frame may not leave by itself:
 * the shopper is then shown the way out.
 */
export function leave(redirect: StorefrontRedirect, exit: Exit = browserExit()): boolean {
  const url = safeUrl(redirect.url);
  // A script would take only the frame along.
  const isScript = redirect.type === 'script' && !(exit.isFramed && url !== null);
  if (isScript) return runScript(redirect.script, exit.document);
  if (url === null) return false;
  try {
    exit.assign(url);
    return true;
  } catch {
    return false;
  }
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
  const { top } = window;
  const isFramed = top !== null && top !== window;
  return {
    assign: (url) => {
      if (isFramed) top.location.href = url;
      else location.assign(url);
    },
    document,
    isFramed,
  };
}
