import { InvalidRequestError, PgwError } from '@pgw/client';
import type { Payment } from '@pgw/express';
import { Router, type Request, type Response } from 'express';
import { validateCapture, readCapture } from './capture-form.ts';
import { sendPage, textOf, type Office } from './context.ts';
import { readOrderDetail } from './order-detail.ts';
import { orderMain } from './pages/order.ts';
import { validateRefund, readRefund, type FormProblem } from './refund-form.ts';
import { validateResolve, readResolve, type UnknownOutcome } from './resolve-form.ts';
import { hasPendingRefund, chargeableAmount, refundableAmount } from './order-status.ts';

type Act = (payment: Payment, request: Request) => Promise<unknown>;

/** Actions on a payment. Every form leads to a redirect to the order, so that a reload is safe. */
export function paymentRoutes(office: Office): Router {
  const { operator, payments } = office.checkout;
  const router = Router();
  const act =
    (did: string, work: Act) => async (request: Request<{ reference: string }>, response: Response) => {
      const payment = await payments.find(request.params.reference);
      if (payment === undefined) return response.redirect(303, '/office');
      try {
        await work(payment, request);
        response.redirect(303, `/office/orders/${payment.orderId}?did=${did}#${payment.reference}`);
      } catch (error) {
        await refused(office, response, { payment, error });
      }
    };

  router.post(
    '/payments/:reference/settle',
    act('refreshed', ({ reference }) => payments.settle(reference)),
  );
  router.post(
    '/payments/:reference/requeue',
    act('requeued', ({ reference }) => operator.requeue(reference)),
  );
  router.post(
    '/payments/:reference/review',
    act('resolved', ({ reference }, { body }) => {
      const decision = textOf(body, 'decision') === 'paid' ? 'paid' : 'cancelled';
      return operator.resolveReview(reference, decision, textOf(body, 'reason'));
    }),
  );
  router.post('/payments/:reference/refund', refund(office));
  router.post('/payments/:reference/capture', capture(office));
  for (const kind of ['captures', 'refunds'] as const)
    router.post(`/payments/:reference/${kind}/:key`, resolve(office, kind));

  return router;
}

function refund(office: Office) {
  return async (request: Request<{ reference: string }>, response: Response): Promise<void> => {
    const { operator } = office.checkout;
    const inspection = await operator.inspect(request.params.reference);
    if (inspection === undefined) return response.redirect(303, '/office');
    const { payment, refunds } = inspection;
    const { reference, orderId } = payment;
    const entry = readRefund(reference, request.body);
    const requested = `/office/orders/${orderId}?did=refund#refunds-${reference}`;
    // A form that is sent again shows the refund that it requested.
    if (refunds.some(({ key }) => key === entry.key)) return response.redirect(303, requested);
    // The page explains it and has no form then; another window may still show one.
    if (hasPendingRefund(inspection))
      return response.redirect(303, `/office/orders/${orderId}#refunds-${reference}`);
    const checked = validateRefund(entry, refundableAmount(inspection));
    if ('errors' in checked)
      return showProblem(office, response, { payment, problem: { refund: entry, errors: checked.errors } });
    try {
      const { amount } = checked;
      office.orders.recordRefundRequest(orderId, entry.key);
      await operator.refund({ reference, key: entry.key, reason: entry.reason, amount });
      response.redirect(303, requested);
    } catch (error) {
      await refused(office, response, { payment, error });
    }
  };
}

function capture(office: Office) {
  return async (request: Request<{ reference: string }>, response: Response): Promise<void> => {
    const { operator } = office.checkout;
    const inspection = await operator.inspect(request.params.reference);
    if (inspection === undefined) return response.redirect(303, '/office');
    const { payment, captures } = inspection;
    const { reference, orderId } = payment;
    const entry = readCapture(reference, request.body);
    const charged = `/office/orders/${orderId}?did=charged#${reference}`;
    // A form that is sent again shows the charge that it requested.
    if (captures.some(({ key }) => key === entry.key)) return response.redirect(303, charged);
    const checked = validateCapture(entry, chargeableAmount(inspection));
    if ('errors' in checked) {
      const problem = { capture: entry, errors: checked.errors };
      return showProblem(office, response, { payment, problem });
    }
    try {
      const { state } = await operator.capture(reference, checked.request);
      response.redirect(303, state === 'done' ? charged : `/office/orders/${orderId}#${reference}`);
    } catch (error) {
      await refused(office, response, { payment, error });
    }
  };
}

/** Records the outcome of a charge or refund whose response was lost. */
function resolve(office: Office, of: UnknownOutcome['of']) {
  return async (request: Request<{ reference: string; key: string }>, response: Response): Promise<void> => {
    const { operator } = office.checkout;
    const inspection = await operator.inspect(request.params.reference);
    if (inspection === undefined) return response.redirect(303, '/office');
    const { payment } = inspection;
    const { reference, orderId } = payment;
    const found = inspection[of].find(({ key }) => key === request.params.key);
    if (found === undefined) return response.redirect(303, `/office/orders/${orderId}#${reference}`);
    const entry = readResolve(found.key, request.body);
    const checked = validateResolve(entry, of);
    if ('errors' in checked)
      return showProblem(office, response, { payment, problem: { resolve: entry, errors: checked.errors } });
    const { decision, reason } = checked;
    const known = `/office/orders/${orderId}?did=known#${reference}`;
    try {
      // A form that is sent again shows what was decided.
      if (found.state === decision) return response.redirect(303, known);
      if (of === 'captures') await operator.resolveCapture(found.key, decision, reason);
      else await operator.resolveRefund(found.key, decision, reason);
      response.redirect(303, known);
    } catch (error) {
      await refused(office, response, { payment, error });
    }
  };
}

/** Shows the order with the message of the error, which is written for operators. */
async function refused(
  office: Office,
  response: Response,
  { payment, error }: { payment: Payment; error: unknown },
): Promise<void> {
  if (!(error instanceof PgwError)) throw error;
  const status = error instanceof InvalidRequestError ? 422 : 502;
  await showProblem(office, response.status(status), { payment, problem: { message: error.message } });
}

async function showProblem(
  office: Office,
  response: Response,
  { payment, problem }: { payment: Payment; problem: FormProblem },
): Promise<void> {
  const shown = await readOrderDetail(office, payment.orderId);
  if (shown === undefined) return response.redirect(303, '/office');
  if (response.statusCode === 200) response.status(422);
  const main = orderMain({ ...shown, did: '', problem });
  sendPage(response, { title: `Order ${payment.orderId}`, section: 'orders', main });
}
