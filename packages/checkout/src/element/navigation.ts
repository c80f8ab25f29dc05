import type { StorefrontRedirect } from '@pgw/protocol';
import { safeUrl } from '../api/safe-url.ts';

/** What navigation needs from the browser. Tests and shops replace it with the `navigation` property of an element. */
export interface Navigation {
  /** Navigates the whole tab to a URL. Throws in a frame that may not do this; the shopper then gets a link. */
  readonly assign: (url: string) => void;
  readonly document: Document;
  /** Whether the page is shown in a frame. Banks refuse to be shown in frames. */
  readonly isFramed?: boolean;
}

/**
 * Navigates to the URL of a redirect, or runs the gateway's script. No other code of the elements leaves the page.
 * Returns false if there is no safe URL (a `javascript:` URL, for example), or if a frame may not navigate the tab: the
 * shopper then gets a link.
 */
export function navigate(
  redirect: StorefrontRedirect,
  navigation: Navigation = browserNavigation(),
): boolean {
  const url = safeUrl(redirect.url);
  // In a frame a script would navigate only the frame.
  const isScript = redirect.type === 'script' && !(navigation.isFramed && url !== null);
  if (isScript) return runScript(redirect.script, navigation.document);
  if (url === null) return false;
  try {
    navigation.assign(url);
    return true;
  } catch {
    return false;
  }
}

/** The code between `<script>` tags, or the text itself if it has none. */
export function unwrapScript(text: string): string {
  return /^\s*<script[^>]*>([\s\S]*?)<\/script\s*>\s*$/i.exec(text)?.[1] ?? text;
}

function runScript(text: string, page: Document): boolean {
  const script = page.createElement('script');
  // A strict content security policy allows only scripts with its nonce.
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

/** A page that requires Trusted Types takes scripts only from a policy that it allows. This policy is called `pgw-checkout`. */
function trusted(text: string): string {
  // The compiler's library does not have it yet. This is the part of the specification that is used here.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('pgw-checkout', { createScript: (script) => script });
  return policy?.createScript(text) ?? text;
}

function browserNavigation(): Navigation {
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
