import { escapeHtml } from '@pgw/protocol/html';
import type { ReturnTexts } from '@pgw/protocol/internal';

/** The options of {@link renderPhonePage}. */
export interface PhonePageOptions {
  readonly merchant: string;
  /** True while the outcome is not known. The page then reloads. */
  readonly isPending: boolean;
  readonly texts: ReturnTexts;
  readonly nonce: string;
}

const style =
  ':root{color-scheme:light dark}main{max-width:30rem;margin:20vh auto 0;padding:1rem;text-align:center;font:1rem/1.5 system-ui,sans-serif}';
const refreshSeconds = 5;

/**
 * Renders the page to which a phone returns after its browser opened the payment by a QR code. It has no link
 * to the order, because the phone does not have the cookies of the shop.
 */
export function renderPhonePage({ merchant, isPending, texts, nonce }: PhonePageOptions): string {
  const title = escapeHtml(texts.title);
  const refresh = isPending ? `\n<meta http-equiv="refresh" content="${refreshSeconds}">` : '';
  return `<!doctype html>
<html lang="${escapeHtml(texts.language)}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style nonce="${nonce}">${style}</style>${refresh}
</head>
<body>
<main>
<p>${escapeHtml(merchant)}</p>
<h1>${title}</h1>
<p>${escapeHtml(texts.text)}</p>
</main>
</body>
</html>
`;
}
