import { authType, type Endpoints } from '@pgw/protocol';
import { transactionNotFoundCode } from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import { createRefusal, createInvalidRequestRefusal } from '../../http/responses.ts';
import type { Payment } from '../../ledger/tables.ts';
import { paymentStatusNumber } from '../../ledger/status-numbers.ts';
import type { HandlerContext } from '../handler.ts';

type Request = z.output<Endpoints['processPayment']['request']>;
type Result = z.input<Endpoints['processPayment']['response']>;

export const paymentExpiredCode = 2021;
export const alreadyProcessedCode = 2022;
const { pending, success, authorized, expired } = paymentStatusNumber;

/**
 * Captures a part of an authorized payment, or the whole remaining amount. The last capture releases the
 * rest.
 *
 * @throws Refusal with fault 2010 before the authorization, 2021 after it has expired, and 2022 after the last
 * capture or a void.
 */
export function capture(payment: Payment, request: Request, { gateway }: HandlerContext): Result {
  const { transactionNumber, status, heldAmount } = payment;
  if (status === expired) throw createRefusal(paymentExpiredCode, 'Payment Expired');
  if (status === pending)
    throw createRefusal(transactionNotFoundCode, 'Transaction Not Found: it is not authorized.');
  if (status !== authorized) throw createRefusal(alreadyProcessedCode, 'Transaction Already Processed');
  const amount = request.amount ?? heldAmount;
  if (amount > heldAmount)
    throw createInvalidRequestRefusal([
      { path: 'amount', message: `is above the amount that is authorized and not captured, ${heldAmount}` },
    ]);
  const isLast = request.LastPayment === true || amount === heldAmount;
  const captured = gateway.ledger.capture(transactionNumber, { amount, isLast });
  if (captured === undefined) throw createRefusal(alreadyProcessedCode, 'Transaction Already Processed');
  return {
    status: success,
    type: authType.partialPayment,
    transactionNumber,
    partialTransactionNumber: captured.captureNumber,
    amount,
  };
}
