import type { StorefrontPayment, StorefrontPaymentState } from '@pgw/protocol';
import { escapeHtml } from '../snippet/html.ts';

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

const titlesWithoutPayment = {
  'not-found': 'We can’t find that payment',
  'being-checked': 'Your payment is being checked',
} as const;

/**
 * The page a browser comes back to when the shop has none of its own. The element takes over once its script runs; without
 * scripts the words are here, and the page asks again by itself while the outcome is pending.
 */
export function resultPage(
  payment: StorefrontPayment | 'not-found' | 'being-checked',
  { endpoint, script }: ResultPageOptions,
): string {
  const isStored = typeof payment !== 'string';
  const title = isStored ? titles[payment.state] : titlesWithoutPayment[payment];
  const refresh =
    isStored && payment.state === 'pending'
      ? '<noscript><meta http-equiv="refresh" content="5"></noscript>'
      : '';
  const reference = isStored ? escapeHtml(payment.reference) : '';
  const isBeingChecked = payment === 'being-checked';
  const heading = `<h1>${title}</h1>`;
  const content = isBeingChecked
    ? `${heading}\n<p>You don’t need to pay again. The shop will update your order.</p>`
    : `<pgw-payment-status payment="${reference}" endpoint="${escapeHtml(endpoint)}">${heading}</pgw-payment-status>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${refresh}
</head>
<body>
<main>
${content}
</main>
${isBeingChecked ? '' : script}
</body>
</html>
`;
}
