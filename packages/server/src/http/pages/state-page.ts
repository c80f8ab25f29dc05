import { escapeHtml } from '@pgw/protocol/html';
import type { ReturnTexts } from '@pgw/protocol/internal';
import { renderDocument } from './document.ts';

export interface StatePageOptions {
  readonly merchant: string;
  /** True while the outcome is not known. The page then reloads. */
  readonly isPending: boolean;
  readonly texts: ReturnTexts;
  readonly nonce: string;
}

const style =
  ':root{color-scheme:light dark}main{max-width:30rem;margin:20vh auto 0;padding:1rem;text-align:center;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}';
const refreshSeconds = 5;

/** The page for a browser that may not see the order, such as a phone that opened the payment by its QR code. */
export function renderStatePage({ merchant, isPending, texts, nonce }: StatePageOptions): string {
  const refresh = isPending ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : undefined;
  return renderDocument({
    attributes: `lang="${escapeHtml(texts.language)}" dir="${texts.direction}"`,
    title: texts.title,
    head: [
      '<meta name="referrer" content="no-referrer">',
      `<style nonce="${nonce}">${style}</style>`,
      refresh,
    ],
    main: `
<p>${escapeHtml(merchant)}</p>
<h1>${escapeHtml(texts.title)}</h1>
<p>${escapeHtml(texts.text)}</p>
`,
  });
}
