import { PgwError } from '@pgw/client';
import { Router } from 'express';
import { minuteField, minuteStart } from '../shop-time.ts';
import { sendPage, textOf, type Office } from './context.ts';
import { paymentsToLookAt } from './order-list.ts';
import { attentionMain, type Reconciled } from './pages/attention.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What waits for a person, and the question to the gateway about everything since a moment. */
export function attentionRoutes(office: Office): Router {
  const { operator } = office.checkout;
  const router = Router();

  const pageOf = async (since: string, reconciled?: Reconciled) => ({
    title: 'Needs a look',
    section: 'attention' as const,
    main: attentionMain({
      ...(await paymentsToLookAt(office)),
      rejected: await operator.rejectedCallbacks(),
      since,
      reconciled,
    }),
  });

  router.get('/attention', async (request, response) => {
    const [asked, changed] = [
      Number(textOf(request.query, 'asked')),
      Number(textOf(request.query, 'changed')),
    ];
    const isDone = 'asked' in request.query && Number.isInteger(asked) && Number.isInteger(changed);
    const since = minuteField(office.now() - dayMs);
    sendPage(response, await pageOf(since, isDone ? { asked, changed } : undefined));
  });

  router.post('/attention/reconcile', async (request, response) => {
    const typed = textOf(request.body, 'since');
    const since = minuteStart(typed);
    if (since === undefined || since > office.now()) {
      const error = 'Enter a date and time in the past.';
      return sendPage(response.status(422), await pageOf(typed, { error }));
    }
    try {
      const { asked, changed } = await operator.reconcile(since);
      response.redirect(303, `/office/attention?asked=${asked}&changed=${changed.length}#reconcile`);
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      sendPage(response.status(502), await pageOf(typed, { error: error.message }));
    }
  });

  return router;
}
