import { escapeHtml } from '@pgw/protocol/html';
import type { RedirectTexts } from '@pgw/protocol/internal';
import { renderDocument } from './document.ts';

export interface RedirectPageOptions {
  /** The gateway's script, with or without its tags. */
  readonly script: string;
  /** The URL of the link that is shown if the script does not redirect the browser. */
  readonly url: string | null;
  readonly nonce: string;
  readonly texts: RedirectTexts;
}

/** The text is displayed after one second. By then, a working script has redirected the browser. */
const style =
  'main{max-width:30rem;margin:20vh auto 0;padding:1rem;text-align:center;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere;' +
  'animation:show 0s 1s both}@keyframes show{from{visibility:hidden}}';

export function renderRedirectPage({ script, url, nonce, texts }: RedirectPageOptions): string {
  const link = url === null ? '' : `\n<p><a href="${escapeHtml(url)}">${escapeHtml(texts.link)}</a></p>`;
  return renderDocument({
    attributes: `lang="${escapeHtml(texts.language)}" dir="${texts.direction}"`,
    title: texts.title,
    head: [`<style nonce="${nonce}">${style}</style>`],
    main: `
<h1>${escapeHtml(texts.title)}</h1>${link}
`,
    end: `<script nonce="${nonce}">${toScriptContent(script)}</script>`,
  });
}

export interface RedirectPagePolicyOptions {
  readonly nonce: string;
  /** The origins from which the script may load scripts, and to which it may send a form. */
  readonly origins: readonly string[];
  readonly hasShopOrigin: boolean;
}

/**
 * Without `hasShopOrigin`, the directive `sandbox` gives the page an opaque origin, so that its script has no
 * access to cookies, storage and other pages of the shop. `allow-top-navigation` lets it navigate to addresses that
 * open an app.
 */
export function buildRedirectPagePolicy({
  nonce,
  origins,
  hasShopOrigin,
}: RedirectPagePolicyOptions): string {
  const sources = origins.join(' ');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${sources}`,
    `style-src 'nonce-${nonce}'`,
    `form-action ${sources}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `sandbox allow-scripts allow-forms allow-top-navigation${hasShopOrigin ? ' allow-same-origin' : ''}`,
  ].join('; ');
}

/**
 * Converts a script, with or without tags, to the content of a script element. Characters that would end the
 * element, or change where it ends, are escaped.
 */
export function toScriptContent(text: string): string {
  const code = /^\s*<script[^>]*>([\s\S]*?)<\/script\s*>\s*$/i.exec(text)?.[1] ?? text;
  const escapedCode = code.replaceAll(/<(?=\/script)/gi, '\\x3C');
  // If a script contains `<!--` and then `<script`, the next `</script>` does not end the element.
  return escapedCode.includes('<!--') ? escapedCode.replaceAll(/<(?=script)/gi, '\\x3C') : escapedCode;
}
