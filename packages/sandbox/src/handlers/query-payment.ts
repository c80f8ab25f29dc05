import { endpoints, paymentStatus, transactionNotFoundCode, type Endpoints } from '@pgw/protocol';
import type { z } from 'zod';
import { refuse } from '../answers.ts';
import { findBank, findChannel } from '../catalogue/catalogue.ts';
import type { Gateway } from '../gateway.ts';
import type { Payment } from '../ledger/rows.ts';
import { handler, type Call } from './handler.ts';

/** Says how a payment or session of this merchant stands. Numbers are matched without regard to case. */
export const queryPayment = handler(endpoints.queryPayment, (request, call) => {
  const payment =
    request.sessionNumber === undefined
      ? (findPayment(request.transactionNumber ?? '', call) ??
        findSession(request.transactionNumber ?? '', call))
      : findSession(request.sessionNumber, call);
  if (payment === undefined) throw refuse(transactionNotFoundCode, 'Transaction Not Found');
  return recordOnWire(payment);
});

function findPayment(number: string, { gateway, tenant }: Call): Payment | undefined {
  const payment = gateway.ledger.findPayment(number);
  return payment?.tenantId === tenant.id ? payment : undefined;
}

function findSession(number: string, { gateway, tenant }: Call): Payment | undefined {
  const session = gateway.ledger.findSession(number);
  return session?.tenantId === tenant.id ? gateway.ledger.recordOf(session) : undefined;
}

/** The scenarios set on the payment that a query names, if it names one. */
export function misbehaviourOf(request: unknown, gateway: Gateway): readonly string[] {
  const query = endpoints.queryPayment.request.safeParse(request);
  const number = query.data?.transactionNumber;
  return number === undefined ? [] : (gateway.ledger.payments.find(number)?.misbehaviour ?? []);
}

function recordOnWire(payment: Payment): z.input<Endpoints['queryPayment']['response']> {
  const { outcome, name } = paymentStatus(payment.status);
  const bank = findBank(payment.providerChannelId);
  return {
    transactionNumber: payment.transactionNumber,
    paymentSessionNumber: payment.sessionNumber,
    referenceCode: payment.referenceCode,
    status: payment.status,
    currencyCode: payment.currencyCode,
    amount: payment.amount,
    channelId: payment.channelId,
    providerTransactionNumber: payment.providerTransactionNumber,
    creationTime: new Date(payment.createdAt).toISOString(),
    remark: payment.description,
    providerChannelId: payment.providerChannelId,
    providerPaymentMethod: bank?.displayName ?? findChannel(payment.channelId)?.name ?? null,
    providerErrorMessage: outcome === 'failed' ? name : null,
  };
}
