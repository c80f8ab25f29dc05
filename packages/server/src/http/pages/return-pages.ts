import type { StorefrontPayment, StorefrontPaymentState } from '@pgw/protocol';
import { escapeHtml } from '@pgw/protocol/html';
import type { ReturnTexts } from '@pgw/protocol/internal';
import { type Context, type HttpReply, type HttpRequest, negotiate } from '../route.ts';
import { contentSecurityPolicy, createNonce, createPageReply, renderDocument } from './page.ts';
import { renderScriptTags } from './tags.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { loadReturnTexts } from '../snippet/server-module.ts';
import { toPaymentStatus } from '../storefront-payment.ts';

const titles: Readonly<Record<StorefrontPaymentState, string>> = {
  pending: 'Confirming your payment',
  paid: 'Payment successful',
  authorized: 'Card approved',
  failed: 'Payment not completed',
  canceled: 'Payment cancelled',
  expired: 'Payment time ran out',
  refunding: 'Refund in progress',
  refunded: 'Payment refunded',
};

/** `being-checked`: the gateway has the payment and the store does not. `not-checked`: it cannot be queried. */
export type PageWithoutPayment = 'not-found' | 'being-checked' | 'not-checked';

/** The reload interval of a page whose payment is pending, or cannot be queried. */
export const refreshSeconds = 5;

const titlesWithoutPayment: Readonly<Record<PageWithoutPayment, string>> = {
  'not-found': 'We can’t find that payment',
  'being-checked': 'Your payment is being checked',
  'not-checked': 'We can’t check your payment right now',
};

const pageTexts: Readonly<Partial<Record<PageWithoutPayment, string>>> = {
  'being-checked': 'You don’t need to pay again. The shop will update your order.',
  'not-checked': 'If you have paid, don’t pay again. This page reloads automatically.',
};

/** The element replaces the content. If it finds no payment, as for `unknown`, it shows the content below its text, so `noscript` hides it. Without scripts, the page reloads while the payment is pending. */
export function createResultPage(
  { settings, assets }: Context,
  payment: StorefrontPayment | PageWithoutPayment,
  reply?: Parameters<typeof createPageReply>[2],
): HttpReply {
  const { merchant, addresses, logoOrigins, redirectOrigins } = settings;
  const isStored = typeof payment !== 'string';
  const title = isStored ? getTitle(payment) : titlesWithoutPayment[payment];
  const text = isStored ? undefined : pageTexts[payment];
  const reference = isStored ? escapeHtml(payment.reference) : 'unknown';
  const isSecond = isStored && payment.second !== undefined;
  const heading = `<h1>${title}</h1>${isSecond ? `<p>${escapeHtml(payment.order.merchant)} has been informed.</p>` : ''}`;
  const fallback = isStored ? heading : `<noscript>${heading}</noscript>`;
  const content = text
    ? `${heading}\n<p>${text}</p>`
    : `<pgw-payment-status payment="${reference}" endpoint="${escapeHtml(addresses.path(''))}">${fallback}</pgw-payment-status>`;
  const nonce = createNonce();
  const page = renderDocument({
    title,
    head: ['<meta name="referrer" content="no-referrer">', renderRefreshTag(payment)],
    main: `
${content}
<p><a href="${escapeHtml(addresses.shopUrl)}">Back to ${escapeHtml(merchant)}</a></p>
`,
    end: text ? undefined : renderScriptTags(assets, { addresses, nonce }).join(''),
  });
  return createPageReply(page, contentSecurityPolicy({ nonce, logoOrigins, redirectOrigins }), reply);
}

function getTitle({ state, second }: StorefrontPayment): string {
  return second === undefined ? titles[state] : 'You paid twice';
}

/** A pending payment needs the tag only without scripts. */
function renderRefreshTag(payment: StorefrontPayment | PageWithoutPayment): string {
  if (payment === 'not-checked') return `<meta http-equiv="refresh" content="${refreshSeconds}">`;
  const isPending = typeof payment !== 'string' && payment.state === 'pending';
  return isPending ? `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>` : '';
}

const style =
  ':root{color-scheme:light dark}main{max-width:30rem;margin:20vh auto 0;padding:1rem;text-align:center;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}';

/** The page for a browser that may not see the order, such as a phone that opened the payment by its QR code. */
export async function createStatePage(
  context: Context,
  request: HttpRequest,
  payment: Payment,
): Promise<HttpReply> {
  const { settings } = context;
  const { state } = toPaymentStatus(payment, context);
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
