import { InvalidRequestError } from '@pgw/client';
import { formatMoney } from '@pgw/pages';
import type { Payment } from '@pgw/express';
import { Router, type Request, type Response } from 'express';
import { readCapture, validateCapture } from '../operations/capture-entry.ts';
import { getClerkName } from '../sign-in/clerks.ts';
import { readText, type Office } from '../context.ts';
import { skipFailedCalls } from '../hooks/skip-route.ts';
import { redirectWithMessage } from '../messages.ts';
import {
  describeRequeueRejection,
  describeReviewRejection,
  describeCloseRejection,
} from './rejection-texts.ts';
import { confirmRefund, requestRefund } from '../operations/refund-routes.ts';
import { showActionError, showProblem } from './show-problem.ts';
import { readOutcome, validateOutcome } from '../operations/outcome-entry.ts';
import { operationNames, type UnconfirmedOperation } from '../operations/unconfirmed-operations.ts';
import { calculateChargeableAmount } from './payment-state.ts';

interface PaymentAction {
  readonly run: (payment: Payment, body: unknown) => Promise<unknown>;
  /** The text of the entry in "Actions of clerks". Undefined for an action that decides nothing. */
  readonly describe?: (body: unknown) => string;
  /** The message on the page of the order. */
  readonly message: string;
  /** Returns why an action is not possible, in the words of the page. Undefined if it is possible. */
  readonly describeRejection?: (payment: Payment) => string | undefined;
}

/** The actions on a payment. Each redirects to the order, so that a reload does not repeat the action. */
export function createPaymentRoutes(office: Office): Router {
  const { operator, payments } = office.checkout;
  const router = Router();
  router.post(
    '/payments/:reference/sync',
    runAction(office, {
      run: ({ reference }) => payments.sync(reference),
      message: 'The status was refreshed. See the timeline.',
    }),
  );
  router.post(
    '/payments/:reference/requeue',
    runAction(office, {
      run: ({ reference }) => operator.hooks.requeue(reference),
      describe: () => 'Fulfilled again',
      message: 'Fulfillment was started again. See the timeline.',
      describeRejection: describeRequeueRejection,
    }),
  );
  router.post(
    '/payments/:reference/review',
    runAction(office, {
      run: ({ reference }, body) =>
        operator.reviews.resolve(reference, {
          outcome: readDecision(body),
          reason: readText(body, 'reason'),
        }),
      describe: (body) =>
        readDecision(body) === 'paid' ? 'Review closed: payment accepted' : 'Review closed: not fulfilled',
      message: 'The review is closed.',
      describeRejection: describeReviewRejection,
    }),
  );
  // Closes a payment whose start has no known outcome.
  router.post(
    '/payments/:reference/start',
    runAction(office, {
      run: ({ reference }, body) => operator.starts.resolve(reference, { reason: readText(body, 'reason') }),
      describe: () => 'Payment closed',
      message: 'The payment is closed. Your reason is in the timeline.',
      describeRejection: describeCloseRejection,
    }),
  );
  router.post('/payments/:reference/skip', skipFailedCalls(office));
  router.post('/payments/:reference/refund', requestRefund(office));
  router.get('/payments/:reference/refund/:key', confirmRefund(office));
  router.post('/payments/:reference/capture', requestCapture(office));
  for (const kind of ['captures', 'refunds'] as const)
    router.post(`/payments/:reference/${kind}/:key`, recordOutcome(office, kind));

  return router;
}

function readDecision(body: unknown): 'paid' | 'canceled' {
  return readText(body, 'decision') === 'paid' ? 'paid' : 'canceled';
}

/** Runs an action, then redirects to the order. */
function runAction(office: Office, { run, describe, message, describeRejection }: PaymentAction) {
  const { payments } = office.checkout;
  return async (request: Request<{ reference: string }>, response: Response) => {
    const payment = await payments.get(request.params.reference);
    if (payment === undefined) return response.redirect(303, '/office');
    const { reference, orderId } = payment;
    const text = describe?.(request.body);
    const action = { clerk: getClerkName(request), subject: reference };
    try {
      await (text === undefined
        ? run(payment, request.body)
        : office.actions.run({ ...action, text }, () => run(payment, request.body)));
      const url = `/office/orders/${orderId}#${reference}`;
      redirectWithMessage(request, response, { url, tone: 'success', text: message });
    } catch (error) {
      const isRejected = error instanceof InvalidRequestError;
      const currentPayment = isRejected ? await payments.get(reference) : undefined;
      const rejectionText = currentPayment && describeRejection?.(currentPayment);
      showActionError(request, response, { payment, error, rejectionText });
    }
  };
}

function requestCapture(office: Office) {
  return async (request: Request<{ reference: string }>, response: Response): Promise<void> => {
    const { operator } = office.checkout;
    const inspection = await operator.payments.inspect(request.params.reference);
    if (inspection === undefined) return response.redirect(303, '/office');
    const { payment, captures } = inspection;
    const { reference, orderId } = payment;
    const entry = readCapture(reference, request.body);
    const url = `/office/orders/${orderId}#${reference}`;
    const showCharged = () =>
      redirectWithMessage(request, response, { url, tone: 'success', text: 'The card was charged.' });
    // A form that is sent twice redirects to the charge of the first request.
    if (captures.some(({ id }) => id === entry.key)) return showCharged();
    const result = validateCapture(entry, calculateChargeableAmount(inspection));
    if ('errors' in result) {
      const problem = { capture: entry, errors: result.errors };
      return showProblem(request, response, { payment, problem });
    }
    try {
      const amount = result.request.amount ?? calculateChargeableAmount(inspection);
      const action = {
        clerk: getClerkName(request),
        text: `Charge of ${formatMoney(amount)}`,
        subject: reference,
        key: `capture:${entry.key}`,
      };
      const { state } = await office.actions.run(action, () =>
        operator.captures.create(entry.key, { reference, ...result.request }),
      );
      if (state === 'done') return showCharged();
      response.redirect(303, url);
    } catch (error) {
      showActionError(request, response, { payment, error });
    }
  };
}

/** Records the outcome of a charge or refund whose response was lost. */
function recordOutcome(office: Office, kind: UnconfirmedOperation['kind']) {
  return async (request: Request<{ reference: string; key: string }>, response: Response): Promise<void> => {
    const { operator } = office.checkout;
    const inspection = await operator.payments.inspect(request.params.reference);
    if (inspection === undefined) return response.redirect(303, '/office');
    const { payment } = inspection;
    const { reference, orderId } = payment;
    const operation = inspection[kind].find(({ id }) => id === request.params.key);
    if (operation === undefined) return response.redirect(303, `/office/orders/${orderId}#${reference}`);
    const entry = readOutcome(operation.id, request.body);
    const result = validateOutcome(entry, kind);
    if ('errors' in result)
      return showProblem(request, response, { payment, problem: { outcome: entry, errors: result.errors } });
    const { decision: outcome, reason } = result;
    const showRecorded = () =>
      redirectWithMessage(request, response, {
        url: `/office/orders/${orderId}#${reference}`,
        tone: 'success',
        text: 'The outcome was recorded. Your reason is in the timeline.',
      });
    try {
      // A form that is sent twice redirects to the recorded outcome.
      if (operation.state === outcome) return showRecorded();
      const action = {
        clerk: getClerkName(request),
        text: `Outcome of a ${operationNames[kind]} recorded: ${outcome === 'done' ? 'succeeded' : 'failed'}`,
        subject: reference,
      };
      await office.actions.run(action, () => operator[kind].resolve(operation.id, { outcome, reason }));
      showRecorded();
    } catch (error) {
      showActionError(request, response, { payment, error });
    }
  };
}
