import type { Operation } from '@pgw/express';
import type { ShopBooks } from '../shop/office.ts';
import type { Round } from './round.ts';

/** The outcome of an operation that a person has seen on the pages of the gateway. */
interface Outcome {
  readonly outcome: 'done' | 'refused';
  readonly amount?: number;
}

/**
 * Resolves the operations whose outcome the shop does not know, like a person who looks each of them up at the
 * gateway. Operations that the gateway still processes are left as they are.
 */
export async function resolveOperations(round: Round): Promise<void> {
  const books = await round.readBooks();
  if (books === undefined) return;
  for (const operation of books.operations.filter(isUndecided)) {
    const outcome = lookUp(round, operation, books);
    if (outcome === undefined) continue;
    await round.callOffice({ call: 'resolve', kind: operation.kind, id: operation.id, ...outcome });
  }
}

function isUndecided({ state, overdueDays }: Operation): boolean {
  return state === 'requested' || state === 'unknown' || (state === 'processing' && overdueDays > 0);
}

function lookUp(round: Round, operation: Operation, books: ShopBooks): Outcome | undefined {
  if (operation.kind === 'refund') return lookUpRefund(round, operation, books);
  if (operation.kind === 'payout') return lookUpPayout(round, operation);
  return lookUpCapture(round, operation, books);
}

function lookUpRefund(
  { sandbox }: Round,
  { reference, shortId, transactionNumber }: Operation,
  { payments }: ShopBooks,
): Outcome | undefined {
  const payment = payments.find((other) => other.reference === reference);
  const refund = sandbox
    .listRefunds(payment?.transactionNumber ?? '')
    .find(({ refundNumber, reason }) => refundNumber === transactionNumber || reason.endsWith(shortId));
  if (refund === undefined) return { outcome: 'refused' };
  if (refund.status === 0 || refund.status === 12) return undefined;
  const isReturned = [11, 16, 18].includes(refund.status);
  return isReturned ? { outcome: 'done', amount: refund.amount } : { outcome: 'refused' };
}

function lookUpPayout({ sandbox }: Round, { reference }: Operation): Outcome | undefined {
  const payout = sandbox.listPayouts().find(({ referenceCode }) => referenceCode === reference);
  if (payout === undefined) return { outcome: 'refused' };
  if (payout.status === 0) return undefined;
  return { outcome: payout.status === 1 ? 'done' : 'refused' };
}

/** The journal shows which amount was captured. The captures that the shop knows are part of it. */
function lookUpCapture(
  { sandbox }: Round,
  { reference, requestedAmount }: Operation,
  { operations }: ShopBooks,
): Outcome {
  const totals = sandbox.listPaymentTotals().find(({ referenceCode }) => referenceCode === reference);
  const known = operations
    .filter((other) => other.reference === reference && other.kind === 'capture' && other.state === 'done')
    .reduce((sum, { amount }) => sum + amount, 0);
  const rest = Math.min((totals?.received ?? 0) - known, requestedAmount);
  return rest > 0 ? { outcome: 'done', amount: rest } : { outcome: 'refused' };
}
