import { PgwError } from '@pgw/client';
import { Router, type Request, type Response } from 'express';
import { getClerkName } from '../sign-in/clerks.ts';
import { readText, type Office } from '../context.ts';
import { redirectWithMessage } from '../messages.ts';
import { describeRefusal } from '../pages/refusal.ts';

/**
 * The actions on unknown transactions: payments that exist only at the gateway, for example after the shop's
 * database was restored from a backup. Another action accepts a difference between the shop and the gateway. The
 * last action acknowledges that the store lost payments. Each action
 * ends with a redirect, so that a reload does not repeat it.
 */
export function createUnknownTransactionRoutes(office: Office): Router {
  const { checkout, actions } = office;
  const { operator } = checkout;
  const router = Router();

  router.post('/attention/adopt', (request: Request, response: Response) => {
    const orderId = readText(request.body, 'order');
    return redirectAfter(request, response, async () => {
      const subject = readText(request.body, 'transaction');
      const action = { clerk: getClerkName(request), text: 'Unknown payment added to its order', subject };
      const payment = await actions.run(action, () =>
        operator.unknownTransactions.adopt(subject, orderId === '' ? {} : { orderId }),
      );
      return `/office/orders/${encodeURIComponent(payment.orderId)}#${payment.reference}`;
    });
  });
  router.post('/attention/dismiss', (request: Request, response: Response) =>
    redirectAfter(request, response, async () => {
      const subject = readText(request.body, 'transaction');
      const reason = readText(request.body, 'reason');
      const action = { clerk: getClerkName(request), text: `Unknown payment dismissed: ${reason}`, subject };
      await actions.run(action, () => operator.unknownTransactions.dismiss(subject, { reason }));
      return '/office/attention';
    }),
  );
  router.post('/attention/accept', (request: Request, response: Response) =>
    redirectAfter(request, response, async () => {
      const subject = readText(request.body, 'reference');
      const reason = readText(request.body, 'reason');
      const discrepancies = await operator.discrepancies.list({ reference: subject });
      const discrepancy = discrepancies.find(({ code }) => code === readText(request.body, 'code'));
      if (discrepancy === undefined)
        throw new PgwError(
          'invalid-request',
          `Payment ${subject} no longer differs from the gateway in this way.`,
        );
      const { code } = discrepancy;
      const action = { clerk: getClerkName(request), text: `Difference accepted: ${reason}`, subject };
      await actions.run(action, () => operator.discrepancies.accept(subject, { code, reason }));
      return '/office/attention';
    }),
  );
  router.post('/attention/acknowledge', (request: Request, response: Response) =>
    redirectAfter(request, response, async () => {
      const action = {
        clerk: getClerkName(request),
        text: 'Loss of payments acknowledged',
        subject: 'history',
      };
      await actions.run(action, () => operator.history.acknowledgeLoss());
      return '/office/attention';
    }),
  );
  return router;
}

/**
 * Runs an action and redirects to the URL that it returns. If it throws `PgwError`, redirects to the list, which
 * shows it.
 */
async function redirectAfter(
  request: Request,
  response: Response,
  action: () => Promise<string>,
): Promise<void> {
  try {
    response.redirect(303, await action());
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    redirectWithMessage(request, response, {
      url: '/office/attention',
      tone: 'warning',
      ...describeRefusal(error),
    });
  }
}
