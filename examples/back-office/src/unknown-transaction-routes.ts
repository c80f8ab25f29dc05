import { PgwError } from '@pgw/client';
import { Router, type Request, type Response } from 'express';
import { readText, type Office } from './context.ts';

/**
 * The actions on unknown transactions: payments that exist only at the gateway, for example after the shop's
 * database was restored from a backup. The last action acknowledges that the store lost payments. Each action
 * ends with a redirect, so that a reload does not repeat it.
 */
export function createUnknownTransactionRoutes(office: Office): Router {
  const { operator } = office.checkout;
  const router = Router();

  router.post('/attention/adopt', (request: Request, response: Response) => {
    const orderId = readText(request.body, 'order');
    return redirectAfter(response, async () => {
      const transactionNumber = readText(request.body, 'transaction');
      const payment = await operator.adopt(transactionNumber, orderId === '' ? {} : { orderId });
      return `/office/orders/${encodeURIComponent(payment.orderId)}#${payment.reference}`;
    });
  });
  router.post('/attention/dismiss', (request: Request, response: Response) =>
    redirectAfter(response, async () => {
      await operator.dismiss(readText(request.body, 'transaction'), readText(request.body, 'reason'));
      return '/office/attention';
    }),
  );
  router.post('/attention/acknowledge', (_request: Request, response: Response) =>
    redirectAfter(response, async () => {
      await operator.acknowledgeLostHistory();
      return '/office/attention';
    }),
  );
  return router;
}

/**
 * Runs an action and redirects to the URL that it returns. If it throws `PgwError`, redirects to the page that
 * shows the message, which is written for operators.
 */
async function redirectAfter(response: Response, action: () => Promise<string>): Promise<void> {
  try {
    response.redirect(303, await action());
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    response.redirect(303, `/office/attention?problem=${encodeURIComponent(error.message)}`);
  }
}
