import { InvalidRequestError, PgwError } from '@pgw/client';
import { Router, type Request, type Response } from 'express';
import { textOf, type Office } from './context.ts';

/** Decides about payments that only the gateway has, after a restored backup. Each form leads to a redirect, so that a reload is safe. */
export function unknownPaymentRoutes(office: Office): Router {
  const { operator } = office.checkout;
  const router = Router();

  router.post('/attention/adopt', (request: Request, response: Response) => {
    const orderId = textOf(request.body, 'order');
    return redirected(response, async () => {
      const number = textOf(request.body, 'transaction');
      const payment = await operator.adopt(number, orderId === '' ? {} : { orderId });
      return `/office/orders/${encodeURIComponent(payment.orderId)}#${payment.reference}`;
    });
  });
  router.post('/attention/dismiss', (request: Request, response: Response) =>
    redirected(response, async () => {
      await operator.dismiss(textOf(request.body, 'transaction'), textOf(request.body, 'reason'));
      return '/office/attention';
    }),
  );
  router.post('/attention/acknowledge', (_request: Request, response: Response) =>
    redirected(response, async () => {
      await operator.acknowledgeLostHistory();
      return '/office/attention';
    }),
  );
  return router;
}

/** The errors of these methods are written for operators: the page shows their messages. */
async function redirected(response: Response, work: () => Promise<string>): Promise<void> {
  try {
    response.redirect(303, await work());
  } catch (error) {
    if (!(error instanceof InvalidRequestError) && !(error instanceof PgwError)) throw error;
    response.redirect(303, `/office/attention?problem=${encodeURIComponent(error.message)}`);
  }
}
