import type { StorefrontPayment, StorefrontPaymentState } from '@pgw/protocol';
import { escapeHtml } from '@pgw/protocol/html';
import type { Context } from '../context.ts';
import type { HttpReply } from '../exchange.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { createNonce, createPageReply, renderDocument } from './document.ts';
import { renderScriptTags } from './tags.ts';

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

/** The reload interval of the page while the gateway cannot be queried. */
export const notCheckedRefreshSeconds = 5;
/** The reload interval of the page of a pending payment, in a browser without scripts. */
const pendingRefreshSeconds = 5;

const titlesWithoutPayment: Readonly<Record<PageWithoutPayment, string>> = {
  'not-found': 'We can’t find that payment',
  'being-checked': 'Your payment is being checked',
  'not-checked': 'We can’t check your payment right now',
};

const texts: Readonly<Partial<Record<PageWithoutPayment, string>>> = {
  'being-checked': 'You don’t need to pay again. The shop will update your order.',
  'not-checked': 'If you have paid, don’t pay again. This page reloads automatically.',
};

/** The element replaces the content. Without scripts, the page reloads while the payment is pending. */
export function createResultPage(
  { settings, assets, viewOptions }: Context,
  payment: StorefrontPayment | PageWithoutPayment,
  reply?: Parameters<typeof createPageReply>[2],
): HttpReply {
  const { addresses, logoOrigins, redirectOrigins } = settings;
  const isStored = typeof payment !== 'string';
  const title = isStored ? getTitle(payment) : titlesWithoutPayment[payment];
  const text = isStored ? undefined : texts[payment];
  const reference = isStored ? escapeHtml(payment.reference) : '';
  const merchantNotice =
    isStored && payment.second ? `<p>${escapeHtml(payment.order.merchant)} has been informed.</p>` : '';
  const heading = `<h1>${title}</h1>${merchantNotice}`;
  const content = text
    ? `${heading}\n<p>${text}</p>`
    : `<pgw-payment-status payment="${reference}" endpoint="${escapeHtml(addresses.path(''))}">${heading}</pgw-payment-status>`;
  const nonce = createNonce();
  const page = renderDocument({
    title,
    head: ['<meta name="referrer" content="no-referrer">', renderRefreshTag(payment)],
    main: `
${content}
<p><a href="${escapeHtml(viewOptions.shopUrl)}">Back to ${escapeHtml(viewOptions.merchant)}</a></p>
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
  if (payment === 'not-checked') return `<meta http-equiv="refresh" content="${notCheckedRefreshSeconds}">`;
  const isPending = typeof payment !== 'string' && payment.state === 'pending';
  return isPending
    ? `<noscript><meta http-equiv="refresh" content="${pendingRefreshSeconds}"></noscript>`
    : '';
}
