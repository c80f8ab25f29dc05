import { readFileSync } from 'node:fs';

const styles = readFileSync(new URL('style.css', import.meta.url), 'utf8');

/**
 * Renders a page with the element's script. `content` is inserted as HTML, so escape texts that users have
 * entered.
 */
export function renderPage(nonce: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Two Mugs</title>
    <style nonce="${nonce}">${styles}</style>
    <script type="module" src="/pgw/checkout.mjs" nonce="${nonce}"></script>
    <script async src="/pgw/checkout.js" nonce="${nonce}"></script>
  </head>
  <body>${content}</body>
</html>`;
}
