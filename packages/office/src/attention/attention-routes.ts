import { PgwError } from '@pgw/client';
import { parseDateTimeField, toDateTimeField } from '@pgw/pages';
import { Router, type Request, type Response } from 'express';
import { sendPage, readText, type Office } from '../context.ts';
import { redirectWithMessage, takeMessage, type PageMessage } from '../messages.ts';
import { describeReconciliation, renderAttention } from './attention-page.ts';
import type { DiscrepancyOfOrder } from './discrepancies.ts';
import type { OfficePage } from '../pages/frame.ts';
import { maxPayments, readPaymentsNeedingAttention } from './payments-needing-attention.ts';
import { createUnknownTransactionRoutes } from './unknown-transaction-routes.ts';

const latestActionCount = 20;
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
  /** The reason why the last reconciliation failed. */
  readonly reconciliationError?: string;
  /** The message about the last action. */
  readonly message?: PageMessage | undefined;
}

async function createPage(
  office: Office,
  { since, reconciliationError, message }: PageOptions,
): Promise<OfficePage> {
  const { operator, health } = office.checkout;
  const rejectedCallbacks = await operator.rejectedCallbacks.list();
  const unknownTransactions = await operator.unknownTransactions.list();
  const discrepancies = await readDiscrepancies(office);
  const { problems: healthProblems } = await health();
  const payments = await readPaymentsNeedingAttention(office);
  const main = renderAttention({
    ...payments,
    rejectedCallbacks,
    unknownTransactions,
    discrepancies,
    healthProblems,
    latestActions: office.actions.listLatest(latestActionCount),
    since,
    reconciliationError,
    message,
  });
  return { title: 'Needs attention', section: 'attention', main };
}

async function readDiscrepancies({ checkout }: Office): Promise<DiscrepancyOfOrder[]> {
  const discrepancies = await checkout.operator.discrepancies.list({ limit: maxPayments });
  return Promise.all(
    // Payments in the states `review` and `reversed` have rows of their own.
    discrepancies
      .filter(({ code }) => !code.startsWith('payment-'))
      .map(async (discrepancy) => {
        const payment = await checkout.payments.get(discrepancy.reference);
        return { discrepancy, orderId: payment?.orderId };
      }),
  );
}

function showAttention(office: Office) {
  return async (request: Request, response: Response): Promise<void> => {
    const since = toDateTimeField(office.now() - dayMs);
    sendPage(response, await createPage(office, { since, message: takeMessage(request) }));
  };
}

function reconcile(office: Office) {
  return async (request: Request, response: Response): Promise<void> => {
    const field = readText(request.body, 'since');
    const since = parseDateTimeField(field);
    if (since === undefined || since > office.now()) {
      const reconciliationError = 'Enter a date and time in the past.';
      const page = await createPage(office, { since: field, reconciliationError });
      return sendPage(response.status(422), page);
    }
    try {
      const { checked, changed, failed, withoutNumber } = await office.checkout.operator.payments.reconcile({
        since,
      });
      redirectWithMessage(request, response, {
        url: '/office/attention#reconcile',
        section: 'reconcile',
        tone: failed.length + withoutNumber.length === 0 ? 'success' : 'warning',
        text: describeReconciliation({
          queried: checked,
          changed: changed.length,
          failed: failed.length,
          withoutNumber,
        }),
      });
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      const page = await createPage(office, { since: field, reconciliationError: error.message });
      sendPage(response.status(502), page);
    }
  };
}
