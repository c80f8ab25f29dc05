import { duplicateTransactionCode, endpoints } from '@pgw/protocol';
import { refuse } from '../responses.ts';
import { findChannel } from '../catalogue/catalogue.ts';
import type { Payment } from '../ledger/rows.ts';
import { handler } from './handler.ts';
import { orderOf } from './order.ts';
import { redirectionOf, type Redirection } from './redirection.ts';

/** Opens a payment. The redirect leads to the bank page, or to the hosted page when no channel was chosen. */
export const requestPayment = handler(endpoints.requestPayment, (request, { gateway, tenant }) => {
  const { now, paymentLifetimeMs } = gateway.settings;
  const payment = gateway.ledger.openPayment(
    orderOf(request, { tenant, expiresAt: now() + paymentLifetimeMs }),
  );
  if (payment === undefined) throw refuse(duplicateTransactionCode, 'Duplicate Transaction');
  return {
    currencyCode: payment.currencyCode,
    amount: payment.amount,
    transactionNumber: payment.transactionNumber,
    channelId: payment.channelId,
    ...redirection(payment, gateway.url()),
    transactionExpired: new Date(payment.expiresAt).toISOString(),
  };
});

function redirection({ transactionNumber, isHosted, channelId }: Payment, baseUrl: string): Redirection {
  return redirectionOf(findChannel(channelId)?.leavesBy ?? 'url', {
    redirectUrl: `${baseUrl}/${isHosted ? 'pay' : 'bank'}/${transactionNumber}`,
    formAction: `${baseUrl}/wallet/${transactionNumber}`,
  });
}
