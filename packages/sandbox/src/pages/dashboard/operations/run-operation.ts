import type { Request, Response } from 'express';
import { findTenant, type Gateway } from '../../../gateway.ts';
import { isRefusal } from '../../../ledger/services.ts';
import { paymentStatusNumber } from '../../../ledger/status-numbers.ts';
import { authorizationEnds, isAuthorizationEnd, isOutcomeName, outcomes } from '../../../outcomes.ts';
import { callbackScenarios, isCallbackScenarioName } from '../../../scenarios.ts';
import { readField } from '../../fields.ts';
import { sendPage } from '../../page.ts';
import { notFoundPage } from '../../payable.ts';
import { createSameDayCheck } from '../../../ledger/refunds/same-day.ts';

type OperationRequest = Request<{ number: string; operation: string }>;

/**
 * `POST /dashboard/:number/:operation`: runs an operation, and redirects to the payment with a message for
 * the result.
 */
export function runOperation(gateway: Gateway, incoming: OperationRequest, outgoing: Response): void {
  const { number: transactionNumber, operation: name } = incoming.params;
  const payment = gateway.ledger.findPayment(transactionNumber);
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (payment === undefined || operation === undefined) return sendPage(outgoing, notFoundPage);
  const message = operation(gateway, payment.transactionNumber, incoming);
  const query = new URLSearchParams({ open: payment.transactionNumber, message });
  outgoing.redirect(303, `/dashboard?${query.toString()}#detail`);
}

const maxReasonLength = 100;

/** Runs an operation, and returns a message for its result. */
type Operation = (gateway: Gateway, transactionNumber: string, incoming: OperationRequest) => string;

const operations: Readonly<Record<string, Operation>> = {
  decide: ({ ledger }, transactionNumber, incoming) => {
    const outcome = readField(incoming, 'outcome');
    const status = isOutcomeName(outcome) ? outcomes[outcome].status : null;
    const isPending = ledger.payments.find(transactionNumber)?.status === paymentStatusNumber.pending;
    const isDone = status !== null && ledger.decide(transactionNumber, { status });
    // A scenario or a test amount can replace the status.
    if (isDone)
      return `The status is now ${ledger.payments.find(transactionNumber)?.status ?? status}, and the callback is being sent.`;
    return isPending ? 'The payment stays pending.' : 'The payment already has an outcome.';
  },
  authorization: ({ ledger }, transactionNumber, incoming) => {
    const end = readField(incoming, 'end');
    const isDone =
      isAuthorizationEnd(end) &&
      ledger.endAuthorization(transactionNumber, { status: authorizationEnds[end].status });
    return isDone ? 'The held amount was released.' : 'The payment is not authorized.';
  },
  capture: ({ ledger }, transactionNumber, incoming) => {
    const amount = readAmount(incoming);
    const heldAmount = ledger.payments.find(transactionNumber)?.heldAmount ?? 0;
    const isLast = readField(incoming, 'last') === '1' || amount === heldAmount;
    const captured = amount === undefined ? undefined : ledger.capture(transactionNumber, { amount, isLast });
    return captured === undefined
      ? `Nothing was captured: the held amount is ${heldAmount}.`
      : `Captured ${captured.amount} as ${captured.captureNumber}.`;
  },
  'next-callback': ({ scenarios }, transactionNumber, incoming) => {
    const name = readField(incoming, 'scenario');
    const scenario = isCallbackScenarioName(name) ? name : undefined;
    scenarios.setForNextCallback(transactionNumber, scenario);
    return scenario === undefined
      ? 'The next callback is sent normally.'
      : `The next callback of this payment is affected: ${callbackScenarios[scenario].toLowerCase()}.`;
  },
  refund: (gateway, transactionNumber, incoming) => {
    const { ledger } = gateway;
    const payment = ledger.payments.find(transactionNumber);
    const amount = readAmount(incoming);
    if (payment === undefined || amount === undefined) return 'The amount must be an integer above 0.';
    const reason = readField(incoming, 'reason').slice(0, maxReasonLength);
    const refund = ledger.refunds.request({
      tenantId: payment.tenantId,
      transactionNumber,
      reason: reason === '' ? 'From the dashboard' : reason,
      amount,
      isSameDay: createSameDayCheck(findTenant(gateway, payment.tenantId)),
    });
    return isRefusal(refund)
      ? `Refused with fault ${refund.code}: ${refund.message}`
      : `Refund ${refund.refundNumber} has status ${refund.status}.`;
  },
};

/** Returns the amount of a form in minor units, or undefined when it is not an integer above 0. */
function readAmount(incoming: OperationRequest): number | undefined {
  const text = readField(incoming, 'amount').trim();
  // Numbers of up to 15 digits are safe integers.
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
