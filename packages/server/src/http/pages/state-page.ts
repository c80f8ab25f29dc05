import { escapeHtml } from '@pgw/protocol/html';
import type { ReturnTexts } from '@pgw/protocol/internal';
import type { Payment } from '../../model/payments/payment.ts';
import type { Context } from '../context.ts';
import type { HttpReply, HttpRequest } from '../exchange.ts';
import { negotiate } from '../input/negotiation.ts';
import { loadReturnTexts } from '../snippet/server-module.ts';
import { toPaymentStatus } from '../storefront-payment.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { createNonce, createPageReply, renderDocument } from './document.ts';

const style =
  ':root{color-scheme:light dark}main{max-width:30rem;margin:20vh auto 0;padding:1rem;text-align:center;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}';
const refreshSeconds = 5;

/** The page for a browser that may not see the order, such as a phone that opened the payment by its QR code. */
export async function createStatePage(
  { settings }: Context,
  request: HttpRequest,
  payment: Payment,
): Promise<HttpReply> {
  const { state } = toPaymentStatus(payment);
  const texts = await loadReturnTexts(negotiate(request).languages(), state);
  const { merchant, logoOrigins, redirectOrigins } = settings;
  const nonce = createNonce();
  const page = renderStatePage({ merchant, isPending: state === 'pending', texts, nonce });
  return createPageReply(page, contentSecurityPolicy({ nonce, logoOrigins, redirectOrigins }));
}

export function renderStatePage({
  merchant,
  isPending,
  texts,
  nonce,
}: {
  readonly merchant: string;
  /** True while the outcome is not known. The page then reloads. */
  readonly isPending: boolean;
  readonly texts: ReturnTexts;
  readonly nonce: string;
}): string {
  return renderDocument({
    attributes: `lang="${escapeHtml(texts.language)}" dir="${texts.direction}"`,
    title: texts.title,
    head: [
      '<meta name="referrer" content="no-referrer">',
      `<style nonce="${nonce}">${style}</style>`,
      isPending ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : undefined,
    ],
    main: `
<p>${escapeHtml(merchant)}</p>
<h1>${escapeHtml(texts.title)}</h1>
<p>${escapeHtml(texts.text)}</p>
`,
  });
}
