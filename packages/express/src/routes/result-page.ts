import type { StorefrontPayment, StorefrontPaymentState } from '@pgw/protocol';
import { escapeHtml } from '../snippet/html.ts';

export interface ResultPageOptions {
  readonly mountPath: string;
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

/**
 * The page a browser comes back to when the shop has none of its own. The element takes over once its script runs; without
 * scripts the words are here, and the page asks again by itself while the outcome is pending.
 */
export function resultPage(
  payment: StorefrontPayment | undefined,
  { mountPath, script }: ResultPageOptions,
): string {
  const title = payment === undefined ? 'We can’t find that payment' : titles[payment.state];
  const refresh =
    payment?.state === 'pending' ? '<noscript><meta http-equiv="refresh" content="5"></noscript>' : '';
  const reference = payment === undefined ? '' : escapeHtml(payment.reference);
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
<pgw-payment-status payment="${reference}" endpoint="${escapeHtml(mountPath)}"><h1>${title}</h1></pgw-payment-status>
</main>
${script}
</body>
</html>
`;
}
