import { maxIssuedNumberLength } from '@pgw/protocol/internal';
import type { Request, Response } from 'express';
import type { Gateway } from '../../../gateway.ts';
import type { Payment } from '../../../ledger/tables.ts';
import { paymentStatusNumber } from '../../../catalogue/status-numbers.ts';
import {
  authorizationEnds,
  isAuthorizationEnd,
  isOutcomeName,
  outcomes,
} from '../../../catalogue/outcomes.ts';
import { callbackScenarios, isCallbackScenarioName } from '../../../scenarios/scenarios.ts';
import { readField } from '../../fields.ts';
import { sendPage } from '../../page.ts';
import { wholeList } from '../filters.ts';
import { toUrlWithMessage } from '../message.ts';
import { createTransactionsPage } from '../transactions-page.ts';
import { capturePayment } from './capture.ts';
import { describeChange } from './describe-change.ts';
import type { OperationReport } from './operation.ts';
import { refundPayment } from './refund.ts';

type OperationRequest = Request<{ number: string; operation: string }>;

/**
 * `POST /dashboard/:number/:operation`: runs an operation, and redirects to the payment with a message for
 * the result.
 */
export function runOperation(gateway: Gateway, incoming: OperationRequest, outgoing: Response): void {
  const { number: transactionNumber, operation: name } = incoming.params;
  const payment = gateway.ledger.findPayment(transactionNumber);
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (payment === undefined || operation === undefined) {
    const query = { ...wholeList, shownNumber: transactionNumber.slice(0, maxIssuedNumberLength) };
    const page = createTransactionsPage(gateway, query, { message: 'Nothing was changed.' });
    return sendPage(outgoing, { ...page, status: 404 });
  }
  const { message = '', parameters = {} } = operation(gateway, payment, incoming);
  const url = toUrlWithMessage('/dashboard', message, {
    open: payment.transactionNumber,
    ...parameters,
  });
  // The form is below the message.
  outgoing.redirect(303, `${url}#${message === '' ? name : 'detail'}`);
}

/** Runs an operation. Returns a message for its result, or what the refused form contained. */
type Operation = (gateway: Gateway, payment: Payment, incoming: OperationRequest) => OperationReport;

const operations: Readonly<Record<string, Operation>> = {
  decide: (gateway, { transactionNumber, status: oldStatus }, incoming) => {
    const outcome = readField(incoming, 'outcome');
    const status = isOutcomeName(outcome) ? outcomes[outcome].status : null;
    // A scenario or a test amount can replace the status, or leave the payment pending.
    const message = describeChange(
      gateway,
      transactionNumber,
      () => status !== null && gateway.ledger.decide(transactionNumber, { status }),
    );
    if (message !== undefined) return { message };
    return oldStatus === paymentStatusNumber.pending
      ? { message: 'The payment stays pending.' }
      : { message: `The payment already has an outcome: its status is ${oldStatus}.` };
  },
  authorization: (gateway, { transactionNumber }, incoming) => {
    const end = readField(incoming, 'end');
    const change = describeChange(
      gateway,
      transactionNumber,
      () =>
        isAuthorizationEnd(end) &&
        gateway.ledger.endAuthorization(transactionNumber, { status: authorizationEnds[end].status }),
    );
    return {
      message:
        change === undefined ? 'The payment is not authorized.' : `The held amount was released. ${change}`,
    };
  },
  capture: capturePayment,
  'next-callback': ({ scenarios }, { transactionNumber }, incoming) => {
    const name = readField(incoming, 'scenario');
    const scenario = isCallbackScenarioName(name) ? name : undefined;
    if (scenario === undefined) scenarios.nextCallbacks.delete(transactionNumber);
    else scenarios.nextCallbacks.set(transactionNumber, scenario);
    return {
      message:
        scenario === undefined
          ? 'The next callback is sent normally.'
          : `The next callback of this payment is affected: ${callbackScenarios[scenario].toLowerCase()}.`,
    };
  },
  refund: refundPayment,
};
