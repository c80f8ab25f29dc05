import { PgwError } from '@pgw/client';
import { toDateTimeField, parseDateTimeField } from '@pgw/example-pages';
import { Router, type Request, type Response } from 'express';
import { sendPage, textOf, type Office } from './context.ts';
import { unknownPaymentRoutes } from './unknown-payment-routes.ts';
import { paymentsNeedingAttention } from './order-list.ts';
import { attentionMain, type Reconciled } from './pages/attention.ts';
import type { OfficePage } from './pages/frame.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What waits for a person, and the reconciliation with the gateway. */
export function attentionRoutes(office: Office): Router {
  const router = Router();
  router.get('/attention', showAttention(office));
  router.use(unknownPaymentRoutes(office));
  router.post('/attention/reconcile', reconcile(office));
  return router;
}

interface PageParts {
  readonly since: string;
  readonly reconciled?: Reconciled | undefined;
  /** Why the last action was not done. */
  readonly problem?: string;
}

async function pageOf(office: Office, { since, reconciled, problem = '' }: PageParts): Promise<OfficePage> {
  const { operator, health } = office.checkout;
  const rejected = await operator.rejectedCallbacks();
  const unknownTransactions = await operator.unknownTransactions();
  const { problems } = await health();
  const parts = { rejected, unknownTransactions, problems, since, reconciled, problem };
  const main = attentionMain({ ...(await paymentsNeedingAttention(office)), ...parts });
  return { title: 'Needs attention', section: 'attention', main };
}

function showAttention(office: Office) {
  return async ({ query }: Request, response: Response): Promise<void> => {
    const number = (name: string): number => Number(textOf(query, name));
    const done = { queried: number('queried'), changed: number('changed'), failed: number('failed') };
    const isDone = 'queried' in query && Object.values(done).every(Number.isInteger);
    const since = toDateTimeField(office.now() - dayMs);
    const problem = textOf(query, 'problem');
    sendPage(response, await pageOf(office, { since, reconciled: isDone ? done : undefined, problem }));
  };
}

function reconcile(office: Office) {
  return async (request: Request, response: Response): Promise<void> => {
    const typed = textOf(request.body, 'since');
    const since = parseDateTimeField(typed);
    if (since === undefined || since > office.now()) {
      const error = 'Enter a date and time in the past.';
      return sendPage(response.status(422), await pageOf(office, { since: typed, reconciled: { error } }));
    }
    try {
      const { checked, changed, failed } = await office.checkout.operator.reconcile(since);
      const done = `queried=${checked}&changed=${changed.length}&failed=${failed.length}`;
      response.redirect(303, `/office/attention?${done}#reconcile`);
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      sendPage(
        response.status(502),
        await pageOf(office, { since: typed, reconciled: { error: error.message } }),
      );
    }
  };
}
