import { endpoints } from '@pgw/protocol';
import { duplicateTransactionCode } from '@pgw/protocol/internal';
import { createRefusal } from './responses.ts';
import { findChannel } from '../catalogue/catalogue.ts';
import type { Payment } from '../ledger/tables.ts';
import { createHandler } from './handler.ts';
import { toOrder } from './payments/order.ts';
import { createRedirection, type Redirection } from './payments/redirection.ts';

/** The redirect leads to the bank page, or to the hosted page when the merchant has not chosen a channel. */
export const requestPayment = createHandler(endpoints.requestPayment, (request, { gateway, tenant }) => {
  const { now, paymentLifetimeMs } = gateway.settings;
  const payment = gateway.ledger.openPayment(
    toOrder(request, { tenant, expiresAt: now() + paymentLifetimeMs }),
  );
  if (payment === undefined) throw createRefusal(duplicateTransactionCode, 'Duplicate Transaction');
  return {
    currencyCode: payment.currencyCode,
    amount: payment.amount,
    transactionNumber: payment.transactionNumber,
    channelId: payment.channelId,
    ...createPaymentRedirection(payment, gateway.url()),
    transactionExpired: new Date(payment.expiresAt).toISOString(),
  };
});

function createPaymentRedirection(
  { transactionNumber, isHosted, channelId }: Payment,
  baseUrl: string,
): Redirection {
  return createRedirection(findChannel(channelId)?.redirectMethod ?? 'url', {
    redirectUrl: `${baseUrl}/${isHosted ? 'pay' : 'bank'}/${transactionNumber}`,
    formAction: `${baseUrl}/wallet/${transactionNumber}`,
  });
}
