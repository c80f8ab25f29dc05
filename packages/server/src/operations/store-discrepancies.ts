import type { OperationDiscrepancyCode, StoredDiscrepancy } from '../model/payments/discrepancy.ts';
import type { PaymentContext } from '../engine/payment-context.ts';

/** The discrepancies of one comparison. */
export interface FoundDiscrepancies {
  /** The codes that the comparison looks for. A stored discrepancy that it has not found again is deleted. */
  readonly codes: readonly OperationDiscrepancyCode[];
  /** What was found. */
  readonly found: readonly Pick<StoredDiscrepancy, 'code' | 'message'>[];
}

/**
 * Replaces the discrepancies of a payment or a payout, and resolves with those that are new, for an event. A discrepancy
 * that a person has accepted is not new until its message changes.
 */
export function storeDiscrepancies(
  { store, now }: Pick<PaymentContext, 'store' | 'now'>,
  reference: string,
  { codes, found }: FoundDiscrepancies,
): Promise<readonly StoredDiscrepancy[]> {
  const foundAt = now();
  const discrepancies = found.map((discrepancy) => ({ ...discrepancy, reference, foundAt }));
  return store.setDiscrepancies(reference, codes, discrepancies);
}
