import { PgwError } from '@pgw/client';
import { parseDateTimeField, toDateTimeField } from '@pgw/example-pages';
import { Router, type Request, type Response } from 'express';
import { sendPage, readText, type Office } from './context.ts';
import { renderAttention, type Reconciliation } from './pages/attention.ts';
import type { OfficePage } from './pages/frame.ts';
import { readPaymentsNeedingAttention } from './payments-needing-attention.ts';
import { createUnknownTransactionRoutes } from './unknown-transaction-routes.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The list of everything that a clerk must act on, and the reconciliation with the gateway. */
export function createAttentionRoutes(office: Office): Router {
  const router = Router();
  router.get('/attention', showAttention(office));
  router.use(createUnknownTransactionRoutes(office));
  router.post('/attention/reconcile', reconcile(office));
  return router;
}

interface PageOptions {
  /** The value of the date and time field in the form "Reconcile with the gateway". */
  readonly since: string;
  /** The result of the last reconciliation. */
  readonly reconciliation?: Reconciliation | undefined;
  /** The reason why the last action failed. Default: empty, for no failed action. */
  readonly actionError?: string;
}

async function createPage(
  office: Office,
  { since, reconciliation, actionError = '' }: PageOptions,
): Promise<OfficePage> {
  const { operator, health } = office.checkout;
  const rejectedCallbacks = await operator.rejectedCallbacks();
  const unknownTransactions = await operator.unknownTransactions();
  const { problems: healthProblems } = await health();
  const payments = await readPaymentsNeedingAttention(office);
  const main = renderAttention({
    ...payments,
    rejectedCallbacks,
    unknownTransactions,
    healthProblems,
    since,
    reconciliation,
    actionError,
  });
  return { title: 'Needs attention', section: 'attention', main };
}

function showAttention(office: Office) {
  return async ({ query }: Request, response: Response): Promise<void> => {
    const readCount = (name: string): number => Number(readText(query, name));
    const counts = {
      queried: readCount('queried'),
      changed: readCount('changed'),
      failed: readCount('failed'),
    };
    const isReconciled = 'queried' in query && Object.values(counts).every(Number.isInteger);
    const reconciliation = isReconciled ? counts : undefined;
    const since = toDateTimeField(office.now() - dayMs);
    const actionError = readText(query, 'problem');
    sendPage(response, await createPage(office, { since, reconciliation, actionError }));
  };
}

function reconcile(office: Office) {
  return async (request: Request, response: Response): Promise<void> => {
    const field = readText(request.body, 'since');
    const since = parseDateTimeField(field);
    if (since === undefined || since > office.now()) {
      const error = 'Enter a date and time in the past.';
      const page = await createPage(office, { since: field, reconciliation: { error } });
      return sendPage(response.status(422), page);
    }
    try {
      const { checked, changed, failed } = await office.checkout.operator.reconcile(since);
      const result = `queried=${checked}&changed=${changed.length}&failed=${failed.length}`;
      response.redirect(303, `/office/attention?${result}#reconcile`);
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      const page = await createPage(office, { since: field, reconciliation: { error: error.message } });
      sendPage(response.status(502), page);
    }
  };
}
