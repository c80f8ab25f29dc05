import { authType, endpoints, transactionNotFoundCode, type Endpoints } from '@pgw/protocol';
import type { z } from 'zod';
import { refuse, refuseInvalid } from '../answers.ts';
import { findChannel } from '../catalogue/catalogue.ts';
import { cardOutcomes } from '../catalogue/test-cards.ts';
import { Delivery } from '../delivery.ts';
import type { Payment } from '../ledger/rows.ts';
import { readCard, type Card } from './card.ts';
import { handler, type Call } from './handler.ts';

type Request = z.output<Endpoints['processPayment']['request']>;
type Result = z.input<Endpoints['processPayment']['response']>;

const expiredCode = 2021;
const processedCode = 2022;
const [pending, success, authorized, expired] = [0, 1, 9, 10];
const cardChannelId = 4;

/** Charges, authorises, captures or verifies a card on a payment that was opened before. */
export const processPayment = handler(endpoints.processPayment, (request, call) => {
  const payment = call.gateway.ledger.findPayment(request.transactionNumber);
  if (payment === undefined || payment.tenantId !== call.tenant.id)
    throw refuse(transactionNotFoundCode, 'Transaction Not Found');
  const type = request.channelDetails?.AuthType ?? typeWithoutWord(payment);
  if (type === authType.partialPayment) return capture(payment, request, call);
  checkState(payment);
  const card = readCard(request.channelDetails ?? {}, call.gateway.settings.now());
  const result =
    type === authType.verify ? verify(payment, card) : charge(payment, { card, type, request, call });
  const isApproved = result.status === success || result.status === authorized;
  const paymentToken =
    request.savePayment === true && isApproved
      ? { paymentToken: call.gateway.ledger.captures.save(call.tenant.id, card) }
      : {};
  return new Delivery(
    { ...result, ...paymentToken },
    {
      waitMs: card.outcome === 'slow' ? call.gateway.settings.slowAnswerMs : 0,
      isCutOff: card.outcome === 'unknown-outcome',
    },
  );
});

/** Without an AuthType an authorised payment is captured, and any other is charged in full. */
function typeWithoutWord({ status }: Payment): number {
  return status === authorized ? authType.partialPayment : authType.fullPayment;
}

function checkState(payment: Payment): void {
  if (payment.status === expired) throw refuse(expiredCode, 'Payment Expired');
  if (payment.status !== pending) throw refuse(processedCode, 'Transaction Already Processed');
  const channel = findChannel(payment.channelId);
  if (channel !== undefined && channel.type !== 'Card')
    throw refuse(0, `${channel.name} takes no cards: transaction ${payment.transactionNumber}.`);
}

/** No money moves, and the payment stays pending: it may be charged afterwards. */
function verify(payment: Payment, { outcome }: Card): Result {
  const { status } = cardOutcomes[outcome];
  const { transactionNumber } = payment;
  return { status, type: authType.verify, transactionNumber, partialTransactionNumber: null, amount: 0 };
}

function charge(
  payment: Payment,
  { card, type, request, call }: { card: Card; type: number; request: Request; call: Call },
): Result {
  const { transactionNumber, amount } = payment;
  if (request.amount !== undefined && request.amount !== amount)
    throw refuseInvalid([{ path: 'amount', message: `is not the amount of the transaction, ${amount}` }]);
  const { ledger } = call.gateway;
  const { status, message } = cardOutcomes[card.outcome];
  if (payment.channelId === null) ledger.payments.setChannel(transactionNumber, cardChannelId, null);
  const { cardBrand, cardLastDigits } = card;
  ledger.payments.setCard(transactionNumber, { cardBrand, cardLastDigits, providerMessage: message });
  ledger.decide(transactionNumber, {
    status: status === success && type === authType.preAuth ? authorized : status,
  });
  const decided = ledger.payments.find(transactionNumber) ?? payment;
  return { status: decided.status, type, transactionNumber, partialTransactionNumber: null, amount };
}

/** Takes a part of an authorised payment, or all that is left; the last part gives the rest back. */
function capture(payment: Payment, request: Request, { gateway }: Call): Result {
  const { transactionNumber, status, heldAmount } = payment;
  if (status === expired) throw refuse(expiredCode, 'Payment Expired');
  if (status === pending)
    throw refuse(transactionNotFoundCode, 'Transaction Not Found: it is not authorised.');
  if (status !== authorized) throw refuse(processedCode, 'Transaction Already Processed');
  const amount = request.amount ?? heldAmount;
  if (amount > heldAmount)
    throw refuseInvalid([
      { path: 'amount', message: `is above what is authorised and not captured, ${heldAmount}` },
    ]);
  const isLast = request.LastPayment === true || amount === heldAmount;
  const taken = gateway.ledger.capture(transactionNumber, amount, isLast);
  if (taken === undefined) throw refuse(processedCode, 'Transaction Already Processed');
  return {
    status: success,
    type: authType.partialPayment,
    transactionNumber,
    partialTransactionNumber: taken.captureNumber,
    amount,
  };
}
