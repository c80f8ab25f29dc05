import type { StorefrontRedirect } from '@pgw/protocol';
import { safeUrl } from './safe-url.ts';

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

/** The code within `<script>` tags, or the text as it is. */
export function unwrapScript(text: string): string {
  return /^\s*<script[^>]*>([\s\S]*?)<\/script\s*>\s*$/i.exec(text)?.[1] ?? text;
}

function runScript(text: string, page: Document): boolean {
  const script = page.createElement('script');
  // A page under a strict policy runs only scripts that carry its nonce.
  const nonce = page.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce) script.nonce = nonce;
  try {
    script.textContent = trusted(unwrapScript(text));
    page.head.append(script);
    return true;
  } catch {
    return false;
  } finally {
    script.remove();
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScript: (text: string) => string },
  ): { createScript(text: string): string };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** A page under Trusted Types takes no text as a script but from a policy that it names: this one is `pgw-checkout`. */
function trusted(text: string): string {
  // Not in the compiler's library yet; where a browser has it, it is as the specification says.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('pgw-checkout', { createScript: (script) => script });
  return policy?.createScript(text) ?? text;
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
