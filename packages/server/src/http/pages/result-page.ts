import type { StorefrontPayment, StorefrontPaymentState } from '@pgw/protocol';
import { escapeHtml } from '@pgw/protocol/html';
import { renderDocument } from './document.ts';

export interface ResultPageOptions {
  readonly endpoint: string;
  readonly scripts: string;
  /** The name of the shop, and the path of its front page. */
  readonly shop: { readonly name: string; readonly url: string };
}

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
export function renderResultPage(
  payment: StorefrontPayment | PageWithoutPayment,
  { endpoint, scripts, shop }: ResultPageOptions,
): string {
  const isStored = typeof payment !== 'string';
  const title = isStored ? getTitle(payment) : titlesWithoutPayment[payment];
  const text = isStored ? undefined : texts[payment];
  const reference = isStored ? escapeHtml(payment.reference) : '';
  const merchantNotice =
    isStored && payment.second ? `<p>${escapeHtml(payment.order.merchant)} has been informed.</p>` : '';
  const heading = `<h1>${title}</h1>${merchantNotice}`;
  const content = text
    ? `${heading}\n<p>${text}</p>`
    : `<pgw-payment-status payment="${reference}" endpoint="${escapeHtml(endpoint)}">${heading}</pgw-payment-status>`;
  return renderDocument({
    title,
    head: ['<meta name="referrer" content="no-referrer">', renderRefreshTag(payment)],
    main: `
${content}
<p><a href="${escapeHtml(shop.url)}">Back to ${escapeHtml(shop.name)}</a></p>
`,
    end: text ? undefined : scripts,
  });
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
