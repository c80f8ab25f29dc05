import { InvalidRequestError, PgwError } from '@pgw/client';
import type { Payment } from '@pgw/express';
import { Router, type Request, type Response } from 'express';
import { readCapture, validateCapture } from './capture-entry.ts';
import { sendPage, readText, type Office } from './context.ts';
import { readOrderDetail } from './order-detail.ts';
import { renderOrder } from './pages/order.ts';
import {
  describeRequeueRejection,
  describeReviewRejection,
  describeCloseRejection,
} from './pages/rejection-texts.ts';
import { readRefund, validateRefund } from './refund-entry.ts';
import type { FormProblem } from './form-problem.ts';
import { readOutcome, validateOutcome } from './outcome-entry.ts';
import type { UnconfirmedOperation } from './unconfirmed-operations.ts';
import { calculateChargeableAmount, hasPendingRefund, calculateRefundableAmount } from './payment-state.ts';

type PaymentAction = (payment: Payment, request: Request) => Promise<unknown>;
/** Returns why an action is not possible, in the words of the page. Undefined if it is possible. */
type DescribeRejection = (payment: Payment) => string | undefined;

/** The actions on a payment. Each redirects to the order, so that a reload does not repeat the action. */
export function createPaymentRoutes(office: Office): Router {
  const { operator, payments } = office.checkout;
  const router = Router();
  /** Runs an action, then redirects to the order. `name` selects the message on that page. */
  const runAction =
    (name: string, action: PaymentAction, describeRejection?: DescribeRejection) =>
    async (request: Request<{ reference: string }>, response: Response) => {
      const payment = await payments.find(request.params.reference);
      if (payment === undefined) return response.redirect(303, '/office');
      try {
        await action(payment, request);
        response.redirect(303, `/office/orders/${payment.orderId}?did=${name}#${payment.reference}`);
      } catch (error) {
        const isRejected = error instanceof InvalidRequestError;
        const currentPayment = isRejected ? await payments.find(payment.reference) : undefined;
        const rejectionText = currentPayment && describeRejection?.(currentPayment);
        await showActionError(office, response, { payment, error, rejectionText });
      }
    };

  router.post(
    '/payments/:reference/settle',
    runAction('refreshed', ({ reference }) => payments.settle(reference)),
  );
  router.post(
    '/payments/:reference/requeue',
    runAction('requeued', ({ reference }) => operator.requeue(reference), describeRequeueRejection),
  );
  router.post(
    '/payments/:reference/review',
    runAction(
      'resolved',
      ({ reference }, { body }) => {
        const decision = readText(body, 'decision') === 'paid' ? 'paid' : 'cancelled';
        return operator.resolveReview(reference, decision, readText(body, 'reason'));
      },
      describeReviewRejection,
    ),
  );
  // Closes a payment whose start has no known outcome.
  router.post(
    '/payments/:reference/start',
    runAction(
      'closed',
      ({ reference }, { body }) => operator.resolveStart(reference, readText(body, 'reason')),
      describeCloseRejection,
    ),
  );
  router.post('/payments/:reference/refund', requestRefund(office));
  router.post('/payments/:reference/capture', requestCapture(office));
  for (const kind of ['captures', 'refunds'] as const)
    router.post(`/payments/:reference/${kind}/:key`, recordOutcome(office, kind));

  return router;
}

function requestRefund(office: Office) {
  return async (request: Request<{ reference: string }>, response: Response): Promise<void> => {
    const { operator } = office.checkout;
    const inspection = await operator.inspect(request.params.reference);
    if (inspection === undefined) return response.redirect(303, '/office');
    const { payment, refunds } = inspection;
    const { reference, orderId } = payment;
    const entry = readRefund(reference, request.body);
    const requestedUrl = `/office/orders/${orderId}?did=refund#refunds-${reference}`;
    // A form that is sent twice redirects to the refund of the first request.
    if (refunds.some(({ id }) => id === entry.key)) return response.redirect(303, requestedUrl);
    // The page explains why another refund is not possible. Only an older page can still contain the form.
    if (hasPendingRefund(inspection))
      return response.redirect(303, `/office/orders/${orderId}#refunds-${reference}`);
    const result = validateRefund(entry, calculateRefundableAmount(inspection));
    if ('errors' in result)
      return showProblem(office, response, { payment, problem: { refund: entry, errors: result.errors } });
    try {
      const { amount } = result;
      office.orders.recordRefundRequest(orderId, entry.key);
      await operator.refunds.create(entry.key, { reference, reason: entry.reason, amount });
      response.redirect(303, requestedUrl);
    } catch (error) {
      await showActionError(office, response, { payment, error });
    }
  };
}

function requestCapture(office: Office) {
  return async (request: Request<{ reference: string }>, response: Response): Promise<void> => {
    const { operator } = office.checkout;
    const inspection = await operator.inspect(request.params.reference);
    if (inspection === undefined) return response.redirect(303, '/office');
    const { payment, captures } = inspection;
    const { reference, orderId } = payment;
    const entry = readCapture(reference, request.body);
    const chargedUrl = `/office/orders/${orderId}?did=charged#${reference}`;
    // A form that is sent twice redirects to the charge of the first request.
    if (captures.some(({ id }) => id === entry.key)) return response.redirect(303, chargedUrl);
    const result = validateCapture(entry, calculateChargeableAmount(inspection));
    if ('errors' in result) {
      const problem = { capture: entry, errors: result.errors };
      return showProblem(office, response, { payment, problem });
    }
    try {
      const { state } = await operator.captures.create(entry.key, { reference, ...result.request });
      response.redirect(303, state === 'done' ? chargedUrl : `/office/orders/${orderId}#${reference}`);
    } catch (error) {
      await showActionError(office, response, { payment, error });
    }
  };
}

/** Records the outcome of a charge or refund whose response was lost. */
function recordOutcome(office: Office, kind: UnconfirmedOperation['kind']) {
  return async (request: Request<{ reference: string; key: string }>, response: Response): Promise<void> => {
    const { operator } = office.checkout;
    const inspection = await operator.inspect(request.params.reference);
    if (inspection === undefined) return response.redirect(303, '/office');
    const { payment } = inspection;
    const { reference, orderId } = payment;
    const operation = inspection[kind].find(({ id }) => id === request.params.key);
    if (operation === undefined) return response.redirect(303, `/office/orders/${orderId}#${reference}`);
    const entry = readOutcome(operation.id, request.body);
    const result = validateOutcome(entry, kind);
    if ('errors' in result)
      return showProblem(office, response, { payment, problem: { outcome: entry, errors: result.errors } });
    const { decision: outcome, reason } = result;
    const recordedUrl = `/office/orders/${orderId}?did=recorded#${reference}`;
    try {
      // A form that is sent twice redirects to the recorded outcome.
      if (operation.state === outcome) return response.redirect(303, recordedUrl);
      await operator[kind].resolve(operation.id, { outcome, reason });
      response.redirect(303, recordedUrl);
    } catch (error) {
      await showActionError(office, response, { payment, error });
    }
  };
}

/** Shows the order with `rejectionText`, or with the message of the error, which is written for operators. */
async function showActionError(
  office: Office,
  response: Response,
  { payment, error, rejectionText }: { payment: Payment; error: unknown; rejectionText?: string | undefined },
): Promise<void> {
  if (!(error instanceof PgwError)) throw error;
  const status = error instanceof InvalidRequestError ? 422 : 502;
  await showProblem(office, response.status(status), {
    payment,
    problem: { message: rejectionText ?? error.message },
  });
}

async function showProblem(
  office: Office,
  response: Response,
  { payment, problem }: { payment: Payment; problem: FormProblem },
): Promise<void> {
  const detail = await readOrderDetail(office, payment.orderId);
  if (detail === undefined) return response.redirect(303, '/office');
  // The status is 422 unless the caller has set another one. Without a call of `status`, it is 200.
  if (response.statusCode === 200) response.status(422);
  const main = renderOrder({ ...detail, lastAction: '', problem });
  sendPage(response, { title: `Order ${payment.orderId}`, section: 'orders', main });
}
