import type { StorefrontPayment, StorefrontPaymentState } from '@pgw/protocol';
import { escapeHtml } from './html.ts';

export interface ResultPageOptions {
  /** Where the element finds the routes. */
  readonly endpoint: string;
  /** The tag of the element's script. */
  readonly script: string;
}

const titles: Readonly<Record<StorefrontPaymentState, string>> = {
  pending: 'Confirming your payment',
  paid: 'Payment successful',
  authorized: 'Card approved',
  failed: 'Payment not completed',
  cancelled: 'Payment cancelled',
  expired: 'Payment time ran out',
  refunding: 'Refund in progress',
  refunded: 'Payment refunded',
};

/** What is shown for a payment that the store does not know. */
export type PageWithoutPayment = 'not-found' | 'being-checked' | 'not-checked';

/** How often the page tries again while the payment could not be checked. */
export const notCheckedRefreshSeconds = 5;

const titlesWithoutPayment: Readonly<Record<PageWithoutPayment, string>> = {
  'not-found': 'We can’t find that payment',
  'being-checked': 'Your payment is being checked',
  'not-checked': 'We can’t check your payment right now',
};

/** The text of the pages that need no element. */
const texts: Readonly<Partial<Record<PageWithoutPayment, string>>> = {
  'being-checked': 'You don’t need to pay again. The shop will update your order.',
  'not-checked': 'If you have paid, don’t pay again. This page tries again by itself.',
};

/**
 * The page a browser comes back to when the shop has none of its own. The element takes over once its script runs; without
 * scripts the words are here, and the page asks again by itself while the outcome is pending.
 */
export function resultPage(
  payment: StorefrontPayment | PageWithoutPayment,
  { endpoint, script }: ResultPageOptions,
): string {
  const isStored = typeof payment !== 'string';
  const title = isStored ? titles[payment.state] : titlesWithoutPayment[payment];
  const text = isStored ? undefined : texts[payment];
  const reference = isStored ? escapeHtml(payment.reference) : '';
  const heading = `<h1>${title}</h1>`;
  const content = text
    ? `${heading}\n<p>${text}</p>`
    : `<pgw-payment-status payment="${reference}" endpoint="${escapeHtml(endpoint)}">${heading}</pgw-payment-status>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${refreshTag(payment)}
</head>
<body>
<main>
${content}
</main>
${text ? '' : script}
</body>
</html>
`;
}

/** Reloads the page while its outcome can still change, where no script does. */
function refreshTag(payment: StorefrontPayment | PageWithoutPayment): string {
  if (payment === 'not-checked') return `<meta http-equiv="refresh" content="${notCheckedRefreshSeconds}">`;
  const isPending = typeof payment !== 'string' && payment.state === 'pending';
  return isPending ? '<noscript><meta http-equiv="refresh" content="5"></noscript>' : '';
}
