import { moneyText, PgwError } from '@pgw/protocol';
import { getOperationFacts } from '../events/facts.ts';
import { createNote, type PaymentContext } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import { emitOperationOutcome } from './change-operation.ts';
import { planRefundImports, type RefundImports } from './refunds/import-refund.ts';
import { matchRefunds, type MatchedRefund, type RefundMatch } from './refunds/match-refunds.ts';
import { inferRefundReports } from './refunds/infer-refund-reports.ts';
import { firstQueryDelayMs } from './new-operation.ts';
import type { Operation } from '../model/operations/operation.ts';
import type { OperationWrites } from '../model/ports/operation-store.ts';
import { computeRefundChange, describeRefundChange } from './refunds/refund-change.ts';
import { findRefundDiscrepancies, storeRefundDiscrepancies } from './refunds/refund-discrepancies.ts';
import { findImportHook, findRefundHook } from './refunds/refund-hook.ts';
import {
  combineReports,
  isSameNumber,
  queryRefundReports,
  type RefundReport,
} from './refunds/refund-reports.ts';

/** What is known about the refunds of a payment besides the refund query. */
export interface ReconcileOptions {
  /** The status in a payment record that was queried just now. Default: the stored status. */
  readonly gatewayStatus?: number | undefined;
  /** The number in that record, for a payment whose number is not stored, because the response to its start was lost. */
  readonly transactionNumber?: string | undefined;
  /** Reports of verified callbacks. Used only for a channel without refund queries. */
  readonly callbackReports?: readonly RefundReport[];
}

/** The result of a comparison. */
export interface ReconciledOperations {
  /** The payment after the comparison. */
  readonly payment: Payment;
  /** The refunds of the payment, oldest first. */
  readonly refunds: readonly Operation[];
  /** True if a refund was imported or has changed. */
  readonly hasChanged: boolean;
  /** False for a channel without refund queries. */
  readonly isQueryable: boolean;
  /** True if reports wait for the response to a request. They are compared again later. */
  readonly isPostponed: boolean;
}

/**
 * Compares the refunds in the store with the gateway's refund query, and stores what the gateway reports. Refunds
 * that were made elsewhere are imported. A discrepancy that cannot be stored is listed for a person
 * (`operator.discrepancies`).
 *
 * @throws PgwError when the gateway cannot be queried or the store fails. The refunds are unchanged.
 */
export async function reconcileOperations(
  context: PaymentContext,
  payment: Payment,
  options: ReconcileOptions = {},
): Promise<ReconciledOperations> {
  const withNumber = (read: Payment): Payment => ({
    ...read,
    transactionNumber: read.transactionNumber ?? options.transactionNumber ?? null,
  });
  let currentPayment = withNumber(payment);
  for (let tries = 0; tries < maxTries; tries += 1) {
    // Read before the query: a refund that changes during the query is not overwritten by an older report.
    const refunds = await context.store.listOperations(currentPayment.reference, 'refund');
    const reports = await readReports(context, currentPayment, { refunds, options });
    const match = matchRefunds(refunds, reports.list, context.now());
    const imports = planRefundImports(currentPayment, refunds, {
      reports: match.unknown,
      now: context.now(),
    });
    const writes = planWrites(context, currentPayment, { match, imports });
    const hasChanged = writes.updates.length + writes.inserts.length > 0;
    if (!hasChanged || (await context.store.writeOperations(currentPayment, writes))) {
      const isPostponed = match.postponed.length > 0;
      const result = { refunds, hasChanged, isQueryable: reports.isQueryable, isPostponed };
      return finish(context, currentPayment, { match, imports, writes, result, options });
    }
    // Another process has changed the payment or a refund.
    currentPayment = withNumber((await context.store.findPayment(payment.reference)) ?? currentPayment);
  }
  const message = `The refunds of payment ${payment.reference} could not be stored: they have changed during each of ${maxTries} comparisons. They are compared again later.`;
  throw new PgwError('store-unavailable', message, {
    ids: { reference: payment.reference },
    retryable: true,
  });
}

/** The maximum number of comparisons when other processes change the payment or its refunds. Each sends a query. */
const maxTries = 20;

interface Reports {
  readonly list: readonly RefundReport[];
  readonly isQueryable: boolean;
}

/** Queries the refunds of a payment. Refunds whose number is not in the record are queried by their number. */
async function readReports(
  context: PaymentContext,
  payment: Payment,
  { refunds, options }: { readonly refunds: readonly Operation[]; readonly options: ReconcileOptions },
): Promise<Reports> {
  const { transactionNumber } = payment;
  const reports = transactionNumber === null ? [] : await queryRefundReports(context, transactionNumber);
  if (reports === undefined)
    return { list: inferRefundReports(payment, refunds, options), isQueryable: false };
  const isListed = (number: string): boolean =>
    reports.some((report) => isSameNumber(report.transactionNumber, number));
  const list = [...reports];
  for (const { transactionNumber: number } of refunds) {
    if (number === null || isListed(number)) continue;
    const ownReports = (await queryRefundReports(context, number)) ?? [];
    list.push(...ownReports.filter((report) => isSameNumber(report.transactionNumber, number)));
  }
  return { list: combineReports(list), isQueryable: true };
}

/** The writes of a comparison. Each change has the text that describes it. */
interface RefundWrites extends OperationWrites {
  readonly updates: readonly (OperationWrites['updates'][number] & { readonly text: string })[];
}

/** Returns the imports and changes that the reports cause, with a timeline entry for each. */
function planWrites(
  context: PaymentContext,
  payment: Payment,
  { match, imports: { inserts } }: { readonly match: RefundMatch; readonly imports: RefundImports },
): RefundWrites {
  const now = context.now();
  const createRefundNote = (text: string) =>
    createNote(context, { reference: payment.reference, source: 'refund', kind: 'operation-changed', text });
  const updates = match.matched.flatMap(({ operation, report }) => {
    const change = computeRefundChange(operation, report, now);
    if (change === undefined) return [];
    return [{ operation, change, text: describeRefundChange(operation, report, change) }];
  });
  const notes = [
    ...inserts.map((refund) =>
      createRefundNote(`A refund of ${moneyText(refund)} was made at the gateway: it is ${refund.state}.`),
    ),
    ...updates
      .filter(({ operation, change }) => change.gatewayStatus !== operation.gatewayStatus)
      .map(({ text }) => createRefundNote(text)),
  ];
  const hooks = [
    ...inserts.map((refund) => findImportHook(context, refund)),
    ...updates.map(({ operation, change }) => findRefundHook(context, operation, change)),
  ].filter((hook) => hook !== undefined);
  return { inserts, updates, notes, hooks, paymentQueryAt: now + firstQueryDelayMs };
}

interface Finish {
  readonly match: RefundMatch;
  readonly imports: RefundImports;
  readonly writes: RefundWrites;
  readonly result: Omit<ReconciledOperations, 'payment'>;
  readonly options: ReconcileOptions;
}

/** Reads the refunds after the comparison, emits events, and stores the discrepancies. */
async function finish(
  context: PaymentContext,
  payment: Payment,
  { match, imports, writes, result, options }: Finish,
): Promise<ReconciledOperations> {
  const { store } = context;
  if (writes.hooks.length > 0) context.startDueHooks();
  for (const refund of writes.inserts) emitImport(context, payment, refund);
  const refunds = result.hasChanged
    ? await store.listOperations(payment.reference, 'refund')
    : result.refunds;
  for (const { operation: before, text } of writes.updates) {
    const operation = refunds.find(({ id }) => id === before.id) ?? before;
    emitOperationOutcome(context, { before, operation, text });
  }
  const discrepancies = findRefundDiscrepancies({
    payment,
    match: { ...match, matched: match.matched.map((entry) => replaceOperation(entry, refunds)) },
    indistinct: imports.indistinct,
    isQueryable: result.isQueryable,
  });
  await storeRefundDiscrepancies(context, payment, {
    refunds,
    gatewayStatus: options.gatewayStatus ?? payment.gatewayStatus,
    discrepancies,
    isQueryable: result.isQueryable,
  });
  const currentPayment = result.hasChanged ? await store.findPayment(payment.reference) : payment;
  return { ...result, payment: currentPayment ?? payment, refunds };
}

function replaceOperation(entry: MatchedRefund, refunds: readonly Operation[]): MatchedRefund {
  return { ...entry, operation: refunds.find(({ id }) => id === entry.operation.id) ?? entry.operation };
}

function emitImport(context: PaymentContext, payment: Payment, refund: Operation): void {
  const message = `A refund of ${moneyText(refund)} was made at the gateway without this shop. It is stored, and it is ${refund.state}.`;
  const facts = { ...getOperationFacts(refund), orderId: payment.orderId };
  context.emit({ level: 'warn', event: 'refund-imported', message, ...facts });
}
