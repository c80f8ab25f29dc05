import { escapeHtml } from '@pgw/protocol/html';
import type { RedirectTexts } from '../snippet/list-renderer.ts';

/** The options of {@link redirectPage}. */
export interface RedirectPageOptions {
  /** The gateway's script, with or without its tags. */
  readonly script: string;
  /** The URL of the link, for a script that does nothing. */
  readonly url: string | null;
  readonly nonce: string;
  readonly texts: RedirectTexts;
}

/** The text is shown after a second: a working script has redirected the browser before. */
const style =
  'main{max-width:30rem;margin:20vh auto 0;padding:1rem;text-align:center;font:1rem/1.5 system-ui,sans-serif;' +
  'animation:show 0s 1s both}@keyframes show{from{visibility:hidden}}';

/** The page that runs the gateway's script. It contains the script and a link, and no content of the shop. */
export function redirectPage({ script, url, nonce, texts }: RedirectPageOptions): string {
  const title = escapeHtml(texts.title);
  const link = url === null ? '' : `\n<p><a href="${escapeHtml(url)}">${escapeHtml(texts.link)}</a></p>`;
  return `<!doctype html>
<html lang="${escapeHtml(texts.language)}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>${link}
</main>
<script nonce="${nonce}">${scriptContent(script)}</script>
</body>
</html>
`;
}

/** The options of {@link redirectPagePolicy}. */
export interface RedirectPagePolicyOptions {
  readonly nonce: string;
  /** The origins from which the script may load scripts, and to which it may send a form. */
  readonly origins: readonly string[];
  /** Whether the page has the origin of the shop. */
  readonly hasOrigin: boolean;
}

/**
 * The `Content-Security-Policy` of the page. The sandbox gives it an opaque origin: its script has no access
 * to cookies, storage and other pages of the shop. `allow-top-navigation` allows addresses that open an app.
 */
export function redirectPagePolicy({ nonce, origins, hasOrigin }: RedirectPagePolicyOptions): string {
  const sources = origins.join(' ');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${sources}`,
    `style-src 'nonce-${nonce}'`,
    `form-action ${sources}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `sandbox allow-scripts allow-forms allow-top-navigation${hasOrigin ? ' allow-same-origin' : ''}`,
  ].join('; ');
}

/**
 * The code of the gateway's script, as the content of a script element. The code between `<script>` tags is
 * used, or the text itself when it has none. Text that would end the element, or change how its end is found,
 * is escaped as JavaScript allows in texts.
 */
export function scriptContent(text: string): string {
  const code = /^\s*<script[^>]*>([\s\S]*?)<\/script\s*>\s*$/i.exec(text)?.[1] ?? text;
  const closed = code.replaceAll(/<(?=\/script)/gi, '\\x3C');
  // Only after `<!--` does a `<script` change where the element ends.
  return closed.includes('<!--') ? closed.replaceAll(/<(?=script)/gi, '\\x3C') : closed;
}
