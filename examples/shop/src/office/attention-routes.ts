import { PgwError } from '@pgw/client';
import { Router, type Request, type Response } from 'express';
import { minuteField, minuteStart } from '../shop-time.ts';
import { sendPage, textOf, type Office } from './context.ts';
import { paymentsToLookAt } from './order-list.ts';
import { attentionMain, type Reconciled } from './pages/attention.ts';
import type { OfficePage } from './pages/frame.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What waits for a person, and the question to the gateway about everything since a moment. */
export function attentionRoutes(office: Office): Router {
  const router = Router();
  router.get('/attention', showAttention(office));
  router.post('/attention/reconcile', reconcile(office));
  return router;
}

async function pageOf(office: Office, since: string, reconciled?: Reconciled): Promise<OfficePage> {
  const rejected = await office.checkout.operator.rejectedCallbacks();
  const main = attentionMain({ ...(await paymentsToLookAt(office)), rejected, since, reconciled });
  return { title: 'Needs a look', section: 'attention', main };
}

function showAttention(office: Office) {
  return async ({ query }: Request, response: Response): Promise<void> => {
    const number = (name: string): number => Number(textOf(query, name));
    const done = { asked: number('asked'), changed: number('changed'), failed: number('failed') };
    const isDone = 'asked' in query && Object.values(done).every(Number.isInteger);
    const since = minuteField(office.now() - dayMs);
    sendPage(response, await pageOf(office, since, isDone ? done : undefined));
  };
}

function reconcile(office: Office) {
  return async (request: Request, response: Response): Promise<void> => {
    const typed = textOf(request.body, 'since');
    const since = minuteStart(typed);
    if (since === undefined || since > office.now()) {
      const error = 'Enter a date and time in the past.';
      return sendPage(response.status(422), await pageOf(office, typed, { error }));
    }
    try {
      const { asked, changed, failed } = await office.checkout.operator.reconcile(since);
      const done = `asked=${asked}&changed=${changed.length}&failed=${failed.length}`;
      response.redirect(303, `/office/attention?${done}#reconcile`);
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      sendPage(response.status(502), await pageOf(office, typed, { error: error.message }));
    }
  };
}
